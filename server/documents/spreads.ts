import type { DraftDocument } from '#contract/documents.ts'
import type { Half, PageBox } from './read-pdf/pdf-task.ts'

export type Split = Pick<DraftDocument, 'spread' | 'direction' | 'coverAlone' | 'backAlone'>

/** The part of a PDF page that becomes a page of the zine. Pages count from one. */
export type Part = { page: number; half: Half }

export function partsInOrder(sheets: number, split: Split): Part[] {
  const wholePage = (page: number): Part => ({ page, half: 'whole' })
  if (split.spread === 'single') return Array.from({ length: sheets }, (_, index) => wholePage(index + 1))
  const before = split.coverAlone ? 1 : 0
  const after = split.backAlone && sheets > before ? 1 : 0
  const halves = split.spread === 'in_order' ? halvesInOrder : halvesOfBooklet
  return [
    ...(before ? [wholePage(1)] : []),
    ...halves({ first: before + 1, count: sheets - before - after, isMirrored: split.direction === 'rtl' }),
    ...(after ? [wholePage(sheets)] : []),
  ]
}

/** PDF pages with two pages side by side. When reading from right to left, the sides are swapped. */
type Spreads = { first: number; count: number; isMirrored: boolean }

function halvesInOrder({ first, count, isMirrored }: Spreads): Part[] {
  const [firstHalf, secondHalf]: [Half, Half] = isMirrored ? ['right', 'left'] : ['left', 'right']
  return Array.from({ length: count }, (_, index) => [
    { page: first + index, half: firstHalf },
    { page: first + index, half: secondHalf },
  ]).flat()
}

/** A saddle-stitched booklet, side by side from the outermost sheet: 8|1, 2|7, 6|3, 4|5. Fronts have the higher page left. */
function halvesOfBooklet({ first, count, isMirrored }: Spreads): Part[] {
  const parts: Part[] = []
  for (let side = 0; side < count; side++) {
    const isFront = side % 2 === 0
    const page = first + side
    parts[side] = { page, half: isFront === isMirrored ? 'left' : 'right' }
    parts[2 * count - 1 - side] = { page, half: isFront === isMirrored ? 'right' : 'left' }
  }
  return parts
}

const isWide = ({ width, height }: PageBox) => width > height

export function guessSpreads(boxes: PageBox[]) {
  const [first, last] = [boxes[0], boxes.at(-1)]
  return {
    looksLikeSpreads: boxes.filter(isWide).length * 2 > boxes.length,
    coverAlone: first !== undefined && !isWide(first),
    backAlone: last !== undefined && !isWide(last),
  }
}
