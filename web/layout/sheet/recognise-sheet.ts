import { evenCuts, type SheetRow } from './sheet-cells.ts'

/** RGBA pixels of a landscape picture. */
type Pixels = { data: ArrayLike<number>; width: number; height: number }

/** Whether all four folds of a sheet with eight pages are visible, as an edge or as a blank margin. */
export function isFoldedSheet(pixels: Pixels) {
  const grey = toGrey(pixels)
  const columns = measureLines(grey)
  const rows = measureLines({ ...grey, at: (x, y) => grey.at(y, x), width: grey.height, height: grey.width })
  return evenCuts.columns.every((cut) => hasFold(columns, cut)) && hasFold(rows, evenCuts.row)
}

type Grey = { at: (x: number, y: number) => number; width: number; height: number }

function toGrey({ data, width, height }: Pixels): Grey {
  const greys = new Float32Array(width * height)
  for (let index = 0; index < greys.length; index++)
    greys[index] = 0.3 * (data[4 * index] ?? 0) + 0.6 * (data[4 * index + 1] ?? 0) + 0.1 * (data[4 * index + 2] ?? 0)
  return { at: (x, y) => greys[y * width + x] ?? 0, width, height }
}

/** The mean change of brightness from each column to the next (`across`) and down each column (`along`). */
function measureLines({ at, width, height }: Grey) {
  return Array.from({ length: width - 1 }, (_, x) => {
    const line = { across: 0, along: 0 }
    for (let y = 1; y < height; y++) {
      line.across += Math.abs(at(x + 1, y) - at(x, y)) / height
      line.along += Math.abs(at(x, y) - at(x, y - 1)) / height
    }
    return line
  })
}

type Line = ReturnType<typeof measureLines>[number]

/** How far a fold may be from its place, and how much stronger or weaker than the mean its changes are. */
const tolerance = 0.02
const [edge, blank] = [3, 0.15]

function hasFold(lines: Line[], cut: number) {
  const [from, to] = [cut - tolerance, cut + tolerance].map((at) => Math.round(at * lines.length))
  const nearby = lines.slice(from, to)
  const mean = average(lines.map(({ across }) => across))
  const meanAlong = average(lines.map(({ along }) => along))
  const isBlank = ({ across, along }: Line) => across < blank * mean && along < blank * meanAlong
  return nearby.some(({ across }) => across > edge * mean) || nearby.filter(isBlank).length >= nearby.length / 4
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const average = (numbers: number[]) => sum(numbers) / numbers.length

/** The row in which letters stand on their heads. Undefined if the pages have too little text. */
export function findUpsideDownRow(pixels: Pixels): SheetRow | undefined {
  const grey = toGrey(pixels)
  const middle = Math.round(grey.height / 2)
  const difference = textBalance(grey, 0, middle) - textBalance(grey, middle, grey.height)
  if (Math.abs(difference) < minDifference) return undefined
  return difference > 0 ? 'lower' : 'upper'
}

const minDifference = 0.25

/** Positive if letters have more ink above their middle zone than below it: more of them rise (b, d, h) than fall (p). */
function textBalance(grey: Grey, top: number, bottom: number) {
  const balance = { above: 0, below: 0 }
  const width = Math.floor(grey.width / 4)
  for (let column = 0; column < 4; column++)
    for (const line of textLines(inkOfRows(grey, { left: column * width, right: (column + 1) * width, top, bottom }))) {
      const isMiddle = (ink: number) => ink >= Math.max(...line) / 2
      balance.above += sum(line.slice(0, line.findIndex(isMiddle)))
      balance.below += sum(line.slice(line.findLastIndex(isMiddle) + 1))
    }
  const total = balance.above + balance.below
  return total < minInk ? 0 : (balance.above - balance.below) / total
}

/** In pixels. A few specks are no text. */
const minInk = 200

type Area = { left: number; right: number; top: number; bottom: number }

/** The number of pixels in each row that are not of the paper's brightness, the most common one. */
function inkOfRows({ at }: Grey, { left, right, top, bottom }: Area) {
  const counts = new Array<number>(16).fill(0)
  for (let y = top; y < bottom; y += 2)
    for (let x = left; x < right; x += 2) {
      const level = Math.min(15, Math.floor(at(x, y) / 16))
      counts[level] = (counts[level] ?? 0) + 1
    }
  const paper = 16 * counts.indexOf(Math.max(...counts)) + 8
  const margin = Math.round((right - left) / 50)
  return Array.from({ length: bottom - top - 2 * margin }, (_, row) => {
    let ink = 0
    for (let x = left + margin; x < right - margin; x++) if (Math.abs(at(x, top + margin + row) - paper) > 60) ink++
    return ink
  })
}

const lineHeights = { min: 6, max: 60 }

/** Rows with ink between blank rows, where they are as high as a line of text. */
function textLines(inks: number[]) {
  const lines: number[][] = []
  let line: number[] = []
  for (const ink of [...inks, 0]) {
    if (ink > 0) line.push(ink)
    else {
      if (lineHeights.min <= line.length && line.length <= lineHeights.max) lines.push(line)
      line = []
    }
  }
  return lines
}
