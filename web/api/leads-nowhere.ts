/** An id that is no id (400) is as absent as one that nobody has (404). */
export const leadsNowhere = (status: number) => status === 400 || status === 404
