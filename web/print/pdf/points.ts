/** The unit of PDF. */
export const points = (millimetres: number) => (millimetres * 72) / 25.4
