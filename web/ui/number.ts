const { format } = new Intl.NumberFormat('en')

/** `1,840`. Uses one shared formatter, because one per number took a twentieth of the home page's rendering. */
export const formatNumber = (count: number) => format(count)

export const formatCount = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
