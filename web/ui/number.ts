const { format } = new Intl.NumberFormat('en')

/** `1,840`. One formatter for all: making one for every number is a twentieth of drawing the home page. */
export const grouped = (count: number) => format(count)

/** `1 follower`, otherwise `1,840 followers`. */
export const counted = (count: number, noun: string) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
