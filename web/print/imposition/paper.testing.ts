/** What is printed on one face of a panel. `page` is null where a page is blank. */
export type Mark = { page: number | null; isRotated: boolean }
export type Side = Mark[][]
type Point = { x: number; y: number }

/** A part of a sheet between creases. A face without a mark is not printed. Turned over, both flips swap its faces. */
export type Panel = Point & { front?: Mark; back?: Mark; flipsX: boolean; flipsY: boolean }
/** Two panels that are one piece of paper. `first` was on the left of `second`, or above it. */
type Joint = { first: Panel; second: Panel; isUpright: boolean }

/** Panels from top to bottom, and what joins them. */
export type Paper = { panels: Panel[]; joints: Joint[] }
export type Cut = { y: number; from: number; to: number }

/**
 * One printed sheet, its front up. Both sides are as someone sees them who turns the sheet over like the page of a book.
 * A single page on the back is a poster, of which each panel has a part.
 */
export function printedSheet(front: Side, back?: Side): Paper {
  const columns = front[0]?.length ?? 0
  const panelAt = (y: number, x: number): Panel => ({
    x,
    y,
    flipsX: false,
    flipsY: false,
    front: front[y]?.[x],
    back: back?.length === 1 && back[0]?.length === 1 ? back[0][0] : back?.[y]?.[columns - 1 - x],
  })
  const grid = front.map((row, y) => row.map((_, x) => panelAt(y, x)))
  const joints = grid.flatMap((row, y) =>
    row.flatMap((first, x) => [...jointTo(first, row[x + 1], true), ...jointTo(first, grid[y + 1]?.[x], false)]),
  )
  return { panels: grid.flat(), joints }
}

const jointTo = (first: Panel, second: Panel | undefined, isUpright: boolean): Joint[] =>
  second ? [{ first, second, isUpright }] : []

/** Lays sheets on each other, the first on top. */
export const stacked = (sheets: Paper[]): Paper => ({
  panels: sheets.flatMap(({ panels }) => panels),
  joints: sheets.flatMap(({ joints }) => joints),
})

/** Cuts flat sheets. */
export const cutAlong = ({ panels, joints }: Paper, cuts: Cut[]): Paper => ({
  panels,
  joints: joints.filter(
    ({ first, isUpright }) =>
      isUpright || !cuts.some(({ y, from, to }) => first.y + 1 === y && from <= first.x && first.x < to),
  ),
})

/** The pieces into which the paper falls. */
export function pieces({ panels, joints }: Paper): Paper[] {
  const [start] = panels
  if (!start) return []
  const piece = new Set([start])
  for (const panel of piece) for (const next of neighbours({ panels, joints }, panel)) piece.add(next)
  const part = (isInside: boolean): Paper => ({
    panels: panels.filter((panel) => piece.has(panel) === isInside),
    joints: joints.filter(({ first }) => piece.has(first) === isInside),
  })
  return [part(true), ...pieces(part(false))]
}

const neighbours = ({ joints }: Paper, panel: Panel) =>
  joints.flatMap(({ first, second }) => (first === panel ? [second] : second === panel ? [first] : []))

/** Walks along a strip or ring of paper, which must not branch. */
export function walk(paper: Paper, start: Panel, next?: Panel): Panel[] {
  const path = [start, ...(next ? [next] : [])]
  for (let last = path.at(-1); last; last = path.at(-1)) {
    const ahead = neighbours(paper, last).filter((panel) => !path.includes(panel))
    if (ahead.length > 1) throw new Error('This paper is not a strip')
    if (!ahead[0]) break
    path.push(ahead[0])
  }
  if (path.length !== paper.panels.length) throw new Error('This paper is not one strip')
  return path
}

/** Where a fold is: at x, or at y. */
type Crease = { x: number } | { y: number }

const turn = (panel: Panel, crease: Crease): Panel =>
  'x' in crease
    ? Object.assign(panel, { x: 2 * crease.x - 1 - panel.x, flipsX: !panel.flipsX })
    : Object.assign(panel, { y: 2 * crease.y - 1 - panel.y, flipsY: !panel.flipsY })

/** Folds some panels over or under the others. Only the crease may join them. */
export function fold(paper: Paper, moving: Panel[], crease: Crease, to: 'over' | 'under'): Paper {
  const isAt = ({ first, second }: Joint) =>
    'x' in crease
      ? first.y === second.y && Math.max(first.x, second.x) === crease.x && first.x !== second.x
      : first.x === second.x && Math.max(first.y, second.y) === crease.y && first.y !== second.y
  for (const joint of paper.joints)
    if (moving.includes(joint.first) !== moving.includes(joint.second) && !isAt(joint))
      throw new Error('This fold tears the paper')
  const resting = paper.panels.filter((panel) => !moving.includes(panel))
  const moved = paper.panels.filter((panel) => moving.includes(panel)).toReversed()
  for (const panel of moved) turn(panel, crease)
  return { panels: to === 'over' ? [...moved, ...resting] : [...resting, ...moved], joints: paper.joints }
}

/** Turns the paper over like the page of a book. */
export function turnedOver({ panels, joints }: Paper): Paper {
  for (const panel of panels) turn(panel, { x: 1 })
  return { panels: panels.toReversed(), joints }
}

const edgeOf = ({ first, isUpright }: Joint) => {
  if (isUpright) return first.flipsX ? 'left' : 'right'
  return first.flipsY ? 'top' : 'bottom'
}

/** Reads a folded zine whose spine is on the left. Returns its pages, and what is on faces that stay closed. */
export function leafThrough({ panels, joints }: Paper) {
  if (panels.some(({ x, y }) => x !== panels[0]?.x || y !== panels[0]?.y)) throw new Error('This is not folded')
  const folds = joints.map((joint) => {
    const [from = 0, to = 0] = [joint.first, joint.second].map((panel) => panels.indexOf(panel)).sort((a, b) => a - b)
    return { from, to, edge: edgeOf(joint) }
  })
  for (const one of folds)
    for (const other of folds)
      if (one.edge === other.edge && one.from < other.from && other.from < one.to && one.to < other.to)
        throw new Error('Paper cannot pass through paper')
  const isOpen = (gap: number) => !folds.some(({ from, to, edge }) => from === gap && to === gap + 1 && edge !== 'left')
  const faces = panels.flatMap((panel, at) => [
    { mark: faceOf(panel, 'up'), isOpen: at === 0 || isOpen(at - 1) },
    { mark: faceOf(panel, 'down'), isOpen: at === panels.length - 1 || isOpen(at) },
  ])
  const marks = (areOpen: boolean) => faces.flatMap((face) => (face.isOpen === areOpen && face.mark ? [face.mark] : []))
  return { pages: marks(true), closed: marks(false) }
}

function faceOf({ front, back, flipsX, flipsY }: Panel, facing: 'up' | 'down'): Mark | undefined {
  const mark = (flipsX === flipsY) === (facing === 'up') ? front : back
  return mark && { ...mark, isRotated: mark.isRotated !== flipsY }
}
