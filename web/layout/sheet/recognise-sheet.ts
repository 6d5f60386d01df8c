import { evenCuts } from './sheet-cells.ts'

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
