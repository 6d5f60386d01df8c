/** Where a line is: its column, and its distance from the column's top in pixels. */
export type Placement = { column: number; top: number }

/** `keepsNext`: a subheading stays with the first lines of the next paragraph. */
type Paragraph = { lines: number; gapsBefore: number; keepsNext?: boolean }
/** A subheading stays with two lines and the gap before them, which is about as high as a line. */
const linesAfterHeading = 3

type Spacing = { lineHeight: number; gap: number }

/**
 * Fills columns with the lines of paragraphs, avoiding a single first line at the end of a column and a single last line
 * at the start of one. Heights and gaps are in pixels.
 */
export function placeLines(paragraphs: Paragraph[], heights: number[], { lineHeight, gap }: Spacing) {
  const placements: Placement[][] = []
  let column = 0
  let top = 0
  for (const { lines, gapsBefore, keepsNext } of paragraphs) {
    const placed: Placement[] = []
    placements.push(placed)
    if (top > 0) top += gap * gapsBefore
    if (keepsNext && top > 0 && top + (lines + linesAfterHeading) * lineHeight > (heights[column] ?? 0)) {
      column += 1
      top = 0
    }
    while (placed.length < lines) {
      const height = heights[column]
      if (height === undefined) return { placements, isComplete: false }
      const room = Math.max(0, Math.floor((height - top) / lineHeight))
      const count = linesBeforeBreak(lines, placed.length, room, top === 0)
      for (let line = 0; line < count; line += 1) {
        placed.push({ column, top })
        top += lineHeight
      }
      if (placed.length < lines) {
        column += 1
        top = 0
      }
    }
  }
  return { placements, isComplete: true }
}

function linesBeforeBreak(lines: number, placed: number, room: number, isColumnStart: boolean) {
  const left = lines - placed
  if (room >= left) return left
  const count = left - room === 1 && room > 1 ? room - 1 : room
  const isOrphan = placed === 0 && count === 1 && !isColumnStart
  return isOrphan ? 0 : count
}
