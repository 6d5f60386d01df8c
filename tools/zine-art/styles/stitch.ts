import type { Point } from '../geometry.ts'
import { letters } from '../letters.ts'
import { path, pointText, ROUND_ENDS, ROUND_JOINS, rect, stroke } from '../shapes.ts'
import { folio, type Sheet } from '../sheet.ts'
import { partsOf } from '../subjects/subjects.ts'
import { tone } from '../tones.ts'
import { fittedText, paragraph } from '../typesetting.ts'
import { fitText } from '../wrapping.ts'

const CELL = 20
const BORDER_ROWS = 6

/** Which yarn a stitch is knitted in; both where the key yarn is carried over the spot. */
type Yarn = 'none' | 'spot' | 'key' | 'both'
type Chart = { left: number; top: number; columns: number; rows: number }

/** A knitting chart. */
export function drawStitch(sheet: Sheet): void {
  const { height, margin, innerWidth, page, keyInk } = sheet
  const title = fitText(page ? sheet.heading : sheet.title, 'chunk', {
    width: innerWidth,
    height: page ? 120 : height * 0.17,
    largest: 120,
    maxLines: page ? 1 : 3,
  })
  const top = margin + title.height + 44
  const chart: Chart = {
    left: margin + 10,
    top,
    columns: Math.floor((innerWidth - 50) / CELL),
    rows: Math.floor((height - margin - (page ? 330 : 60) - top) / CELL),
  }
  drawChart(sheet, chart)
  const style = { voice: 'chunk', width: innerWidth - 20, fill: keyInk } as const
  sheet.inKey(fittedText([margin + 10, margin + 14], title, style))
  drawWords(sheet, chart)
}

function drawChart(sheet: Sheet, chart: Chart): void {
  const { keyInk, spotInk } = sheet
  const { spot, key } = knit(sheet, chart)
  const yarn = `${ROUND_JOINS} ${ROUND_ENDS}`
  sheet.inSpot(path(spot, 'none', stroke(spotInk, 8.5, yarn)))
  sheet.inKey(
    `<path d="${gridLines(chart)}" fill="none" stroke="${keyInk}" stroke-width=".9" opacity=".45"/>`,
    path(key, 'none', stroke(keyInk, 8.5, yarn)),
    rowNumbers(chart, keyInk),
  )
}

function knit(sheet: Sheet, chart: Chart): { spot: string; key: string } {
  const picture = sheet.page ? repeatedSubject(sheet) : singleSubject(sheet, chart)
  let spot = ''
  let key = ''
  for (let row = 0; row < chart.rows; row++) {
    for (let column = 0; column < chart.columns; column++) {
      const fromEdge = Math.min(row, chart.rows - 1 - row)
      const yarn = fromEdge < BORDER_ROWS ? borderYarn(column, fromEdge) : picture(column, row)
      const stitch = stitchAt(chart, column, row)
      if (yarn === 'spot' || yarn === 'both') spot += stitch
      if (yarn === 'key' || yarn === 'both') key += stitch
    }
  }
  return { spot, key }
}

function stitchAt({ left, top }: Chart, column: number, row: number): string {
  const x = left + column * CELL
  const y = top + row * CELL
  const arms: Point[] = [
    [x + 1, y + 3],
    [x + CELL / 2, y + CELL - 2],
    [x + CELL - 1, y + 3],
  ]
  return `M${arms.map(pointText).join('L')}`
}

/** Beads between two seed-stitch edges; `row` counts from the edge. */
function borderYarn(column: number, row: number): Yarn {
  const isEdge = row === 0 || row === BORDER_ROWS - 1
  if (isEdge) return (column + row) % 2 === 0 ? 'spot' : 'none'
  if (((column % 8) - 3.5) ** 2 + (row - 2.5) ** 2 * 2 < 9) return 'spot'
  return column % 8 === 0 ? 'key' : 'none'
}

const REPEAT = 22

function repeatedSubject({ subject }: Sheet): (column: number, row: number) => Yarn {
  const parts = partsOf(subject)
  return (column, row) => {
    const dropped = (Math.floor(column / REPEAT) % 2) * 11
    const u = column % REPEAT
    const v = (row - BORDER_ROWS + dropped + REPEAT) % REPEAT
    const dark = tone(parts, (u - 10.5) / 10.2, (v - 10.5) / 10.2)
    if (dark < 0) return 'none'
    return dark > 0.5 ? 'key' : 'spot'
  }
}

function singleSubject({ subject }: Sheet, { columns, rows }: Chart): (column: number, row: number) => Yarn {
  const parts = partsOf(subject)
  const radius = (Math.min(columns, rows - 2 * BORDER_ROWS - 4) / 2) * 0.94
  return (column, row) => {
    const dark = tone(parts, (column + 0.5 - columns / 2) / radius, (row + 0.5 - rows / 2) / radius)
    const chequer = (column + row) % 2
    if (dark > 0.42) return 'key'
    if (dark >= 0) return dark > 0.3 && chequer ? 'both' : 'spot'
    return (column + 3 * row) % 10 === 0 && !chequer ? 'spot' : 'none'
  }
}

function gridLines({ left, top, columns, rows }: Chart): string {
  let d = ''
  for (let column = 0; column <= columns; column++) d += `M${left + column * CELL} ${top}v${rows * CELL}`
  for (let row = 0; row <= rows; row++) d += `M${left} ${top + row * CELL}h${columns * CELL}`
  return d
}

function rowNumbers({ left, top, columns, rows }: Chart, ink: string): string {
  let numbers = ''
  for (let row = 0; row < rows; row += 5) {
    const at: Point = [left + columns * CELL + 10, top + (rows - row) * CELL - 3]
    numbers += letters(at, String(row || 1), { size: 22, fill: ink })
  }
  return numbers
}

function drawWords(sheet: Sheet, { left, top, columns, rows }: Chart): void {
  const { innerWidth, keyInk, spotInk } = sheet
  const y = top + rows * CELL + 20
  if (!sheet.page) {
    sheet.inKey(
      letters([left, y + 34], sheet.subtitle, { size: 34, fill: keyInk }),
      letters([left + columns * CELL, y + 34], `${columns} × ${rows}`, {
        size: 30,
        align: 'right',
        fill: keyInk,
      }),
    )
    return
  }
  sheet.inSpot(rect([left, y + 6, 18, 240], spotInk))
  sheet.inKey(
    paragraph([left + 44, y + 10], sheet.text, {
      size: 48,
      width: innerWidth - 90,
      fill: keyInk,
      maxLines: 4,
    }).svg,
  )
  folio(sheet)
}
