export const aspectRatios = ['1:1', '4:5', '9:16'] as const
export type AspectRatio = (typeof aspectRatios)[number]

/** From left to right, or from right to left: which way pages are turned. */
export const readingDirections = ['ltr', 'rtl'] as const
export type ReadingDirection = (typeof readingDirections)[number]
