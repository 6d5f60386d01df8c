const { format } = new Intl.NumberFormat('en')

/** `1,840`. Uses one shared formatter, because one per number took a twentieth of the home page's rendering. */
export const grouped = (count: number) => format(count)

export const counted = (count: number, noun: string) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
