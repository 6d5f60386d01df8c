export type Half = 'whole' | 'left' | 'right'

export type PdfTask = { kind: 'count'; most: number } | { kind: 'draw'; page: number; half: Half }

/** The files that a reader has: they are open when it starts, and it may open no other. */
export const openFiles = { sent: 0, pixels: 3 } as const

/** In points, 72 to an inch. */
export type PageBox = { width: number; height: number }

export const longestSide = 14_400

/** What fills a sheet of A4 with 300 dots an inch; no drawing is larger. */
export const mostDrawn = { width: 2480, height: 3508 }

/** Of a page's text. More than a transcript can have, for white space is taken out. */
export const mostCharacters = 12_000

export const bytesPerPixel = 3
