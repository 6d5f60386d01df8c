/** Of a length in millimetres, in the unit of PDFs. */
export const points = (millimetres: number) => (millimetres * 72) / 25.4
