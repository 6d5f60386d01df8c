export const aspectRatios = ['1:1', '4:5', '9:16'] as const
export type AspectRatio = (typeof aspectRatios)[number]

export const readingDirections = ['ltr', 'rtl'] as const
export type ReadingDirection = (typeof readingDirections)[number]
