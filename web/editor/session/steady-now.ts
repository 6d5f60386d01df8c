/** The time in milliseconds, as it goes on for this page: a clock that is set back does not put off what is due. */
export const now = () => Math.round(performance.timeOrigin + performance.now())
