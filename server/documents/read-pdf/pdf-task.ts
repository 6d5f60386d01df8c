export type Half = 'whole' | 'left' | 'right'

export type PdfTask = { kind: 'count'; maxPages: number } | { kind: 'render'; page: number; half: Half }

/** The only files that a reader can use. They are open when it starts. */
export const openFiles = { sent: 0, pixels: 4 } as const

/** In points, 72 to an inch. */
export type PageBox = { width: number; height: number }

export const maxSide = 14_400

/** The sides of a sheet of A4 at 300 dots an inch, upright or across. No rendering is larger. */
export const renderSides = { short: 2480, long: 3508 }

/** The limit for the text of a page. A transcript has a lower one, but loses its white space first. */
export const maxCharacters = 12_000

export const bytesPerPixel = 3
