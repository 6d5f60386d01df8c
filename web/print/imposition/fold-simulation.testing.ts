/**
 * Paper in space. Sheets are printed, turned, piled, cut, folded and leafed through as hands do it, and nothing here knows
 * where which page ought to stand. x goes right, y up, z towards whoever looks down at the table.
 */
type Vector = { x: number; y: number; z: number }
type Printed = { page: number | null; normal: Vector; up: Vector }
/** What lies between folds and edges; `leftEdge` and `rightEdge` are where its sides were when it was printed on. */
type Panel = {
  row: number
  column: number
  at: Vector
  leftEdge: Vector
  rightEdge: Vector
  lowerEdge: Vector
  upperEdge: Vector
  faces: Printed[]
}
type Motion = { point: (v: Vector) => Vector; arrow: (v: Vector) => Vector }

type Mark = { page: number | null; isTurned: boolean }
export type PrintedSides = { front: Mark[][]; back?: Mark[][] }
export type Paper = { width: number; height: number }
/** What is read when the folded paper is leafed through. */
export type Read = { page: number | null; isUpright: boolean }[]

const thin = 0.001
const vector = (x: number, y: number, z: number): Vector => ({ x, y, z })
const dot = (a: Vector, b: Vector) => a.x * b.x + a.y * b.y + a.z * b.z
const cross = (a: Vector, b: Vector) =>
  vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)

const moved = (panel: Panel, { point, arrow }: Motion): Panel => ({
  ...panel,
  at: point(panel.at),
  leftEdge: point(panel.leftEdge),
  rightEdge: point(panel.rightEdge),
  lowerEdge: point(panel.lowerEdge),
  upperEdge: point(panel.upperEdge),
  faces: panel.faces.map(({ page, normal, up }) => ({ page, normal: arrow(normal), up: arrow(up) })),
})

/** A turn about an upright axis through (x, z); a positive angle takes what lies right towards the viewer. */
function aboutUpright(x: number, z: number, angle: number): Motion {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const arrow = (v: Vector) => vector(c * v.x - s * v.z, v.y, s * v.x + c * v.z)
  return { arrow, point: (v) => added(arrow(vector(v.x - x, v.y, v.z - z)), vector(x, 0, z)) }
}
const halfTurnAboutLevel = (y: number, z: number): Motion => ({
  point: (v) => vector(v.x, 2 * y - v.y, 2 * z - v.z),
  arrow: (v) => vector(v.x, -v.y, -v.z),
})
const shifted = (by: Vector): Motion => ({ point: (v) => added(v, by), arrow: (v) => v })
const added = (a: Vector, b: Vector) => vector(a.x + b.x, a.y + b.y, a.z + b.z)

function blankSheet(side: Mark[][], { width, height }: Paper): Panel[] {
  return side.flatMap((row, r) =>
    row.map((_, c): Panel => {
      const [w, h] = [width / row.length, height / side.length]
      const [x, y] = [(c + 0.5) * w, height - (r + 0.5) * h]
      return {
        row: r,
        column: c,
        at: vector(x, y, 0),
        leftEdge: vector(x - w / 2, y, 0),
        rightEdge: vector(x + w / 2, y, 0),
        lowerEdge: vector(x, y - h / 2, 0),
        upperEdge: vector(x, y + h / 2, 0),
        faces: [],
      }
    }),
  )
}

/** Ink comes from above, wherever which panel lies by then. */
function inked(sheet: Panel[], side: Mark[][], { width, height }: Paper): Panel[] {
  return sheet.map((panel) => {
    const row = side[Math.floor(((height - panel.at.y) / height) * side.length)] ?? []
    const mark = row[Math.floor((panel.at.x / width) * row.length)]
    if (!mark) throw new Error('Nothing is printed here')
    const up = vector(0, mark.isTurned ? -1 : 1, 0)
    return { ...panel, faces: [...panel.faces, { page: mark.page, normal: vector(0, 0, 1), up }] }
  })
}

/** `edge` is the one that the printer turns the paper along. By hand it is turned like the page of a book. */
export function printed(sides: PrintedSides, paper: Paper, edge: 'short' | 'long' | 'hand'): Panel[] {
  const front = inked(blankSheet(sides.front, paper), sides.front, paper)
  if (!sides.back) return front
  const shortIsUpright = paper.height < paper.width
  const isUpright = edge === 'hand' || (edge === 'short') === shortIsUpright
  const turn = isUpright ? aboutUpright(paper.width / 2, 0, Math.PI) : halfTurnAboutLevel(paper.height / 2, 0)
  const turned = front.map((panel) => moved(panel, turn))
  return inked(turned, sides.back, paper).map((panel) => moved(panel, turn))
}

/**
 * One side at a time: each sheet falls on the pile face down, the pile goes back as it lies, and the printer takes from
 * the top.
 */
export function printedByHand(fronts: Mark[][][], backs: Mark[][][], paper: Paper): Panel[][] {
  const pile = fronts.map((front) => ({ front }))
  const done: PrintedSides[] = []
  for (const back of backs) {
    const sheet = pile.pop()
    if (!sheet) throw new Error('More backs than sheets')
    done.unshift({ ...sheet, back })
  }
  return done.map((sides) => printed(sides, paper, 'hand'))
}

/** Sheets laid on each other face down, the first at the bottom, folded in the middle and leafed through. */
export function foldBooklet(sheets: Panel[][], { width }: Paper, direction: 'ltr' | 'rtl'): Read {
  return leafThrough(foldRightOverLeft(pileFaceDown(sheets, width), width), width / 2, direction)
}

/** The pile is cut across and the lower stack laid onto the upper one, or each folded for itself. */
export function foldQuarter(
  sheets: Panel[][],
  { width, height }: Paper,
  { direction, copies }: { direction: 'ltr' | 'rtl'; copies: 1 | 2 },
): Read[] {
  const pile = pileFaceDown(sheets, width)
  const upper = pile.filter(({ at }) => at.y > height / 2)
  const lower = pile.filter(({ at }) => at.y < height / 2)
  const read = (stack: Panel[]) => leafThrough(foldRightOverLeft(stack, width), width / 2, direction)
  if (copies === 2) return [read(upper), read(lower)]
  const onTop = shifted(vector(0, height / 2, sheets.length * thin))
  return [read([...upper, ...lower.map((panel) => moved(panel, onTop))])]
}

const pileFaceDown = (sheets: Panel[][], width: number) =>
  sheets.flatMap((sheet, index) =>
    sheet
      .map((panel) => moved(panel, aboutUpright(width / 2, 0, Math.PI)))
      .map((panel) => moved(panel, shifted(vector(0, 0, index * thin)))),
  )

function foldRightOverLeft(pile: Panel[], width: number) {
  const top = Math.max(...pile.map(({ at }) => at.z)) + thin / 2
  const fold = aboutUpright(width / 2, top, Math.PI)
  return pile.map((panel) => (panel.at.x > width / 2 ? moved(panel, fold) : panel))
}

/** From the outside whose spine lies where reading begins, to the other one. */
function leafThrough(leaves: Panel[], spine: number, direction: 'ltr' | 'rtl'): Read {
  const up = vector(0, 1, 0)
  const [towards] = [vector(0, 0, 1), vector(0, 0, -1)].filter((viewer) => {
    const right = cross(up, viewer)
    const spineIsLeft = leaves.every(({ at }) => dot(right, vector(spine - at.x, 0, 0)) < 0)
    return spineIsLeft === (direction === 'ltr')
  })
  if (!towards) throw new Error('The leaves do not lie on one side of the spine')
  return leaves
    .flatMap(({ at, faces }) =>
      // The face that looks at the viewer is seen before the one behind it.
      faces.map((face) => ({ face, near: dot(at, towards) + (dot(face.normal, towards) * thin) / 4 })),
    )
    .sort((one, other) => other.near - one.near)
    .map(({ face }) => ({ page: face.page, isUpright: dot(face.up, up) > 0.99 }))
}

/** A hinge between two panels: at what place of the sheet, and how far apart they have come. */
export type Hinge = { x: number; y: number; gap: number }

/**
 * One sheet: folded lengthwise with the print outside, its ends pushed together until it is a cross from above, and
 * closed with the cover outside. Answers what is read and what was torn apart on the way.
 */
export function foldMini(sheet: Panel[], { width, height }: Paper, direction: 'ltr' | 'rtl') {
  const fold = halfTurnAboutLevel(height / 2, -thin / 2)
  const lengthwise = sheet.map((panel) => (panel.at.y < height / 2 ? moved(panel, fold) : panel))
  const strips = [0, 1].map((row) => lengthwise.filter((panel) => panel.row === row))
  const cross = strips.flatMap((strip) => pushed(strip))
  return { read: closed(cross, direction), hinges: hingesOf(cross, { width, height }) }
}

/** Of four panels in a row the outer two stay in line, the inner two go outwards back to back. */
function pushed(strip: Panel[]): Panel[] {
  const out = strip[0]?.faces[0]?.normal.z ?? 1
  let row = strip.toSorted((one, other) => one.column - other.column)
  const bend = (after: number, angle: number, axis: Vector) => {
    const turn = aboutUpright(axis.x, axis.z, angle)
    row = row.map((panel, index) => (index > after ? moved(panel, turn) : panel))
  }
  const edge = (index: number) => row[index]?.rightEdge ?? vector(0, 0, 0)
  bend(0, (out * Math.PI) / 2, edge(0))
  const normal = row[1]?.faces[0]?.normal ?? vector(0, 0, 0)
  bend(1, Math.PI, added(edge(1), vector((-normal.x * thin) / 2, 0, (-normal.z * thin) / 2)))
  bend(2, (out * Math.PI) / 2, edge(2))
  return row
}

/** All arms of the cross are laid together; it opens where the cover looks out. */
function closed(cross: Panel[], direction: 'ltr' | 'rtl'): Read {
  const cover = cross.find(({ faces }) => faces[0]?.page === 1)
  const first = cross.find(({ row, column }) => row === 0 && column === 0)
  if (!cover || !first) throw new Error('There is no cover')
  const spine = first.rightEdge
  const angleOf = ({ at }: Panel) => Math.atan2(at.z - spine.z, at.x - spine.x)
  const outwards = cover.faces[0]?.normal ?? vector(0, 0, 0)
  const arm = angleOf(cover)
  const opening = Math.atan2(Math.sin(arm) + outwards.z, Math.cos(arm) + outwards.x)
  const around = (panel: Panel) => (angleOf(panel) - opening + 4 * Math.PI) % (2 * Math.PI)
  const leaves = cross
    .toSorted((one, other) => around(one) - around(other))
    .map((panel, index) => {
      const laid = moved(panel, aboutUpright(spine.x, spine.z, -angleOf(panel)))
      return moved(laid, shifted(vector(0, 0, index * thin * 10 - laid.at.z)))
    })
  return leafThrough(leaves, spine.x, direction)
}

/** Where upper and lower row were one piece, and how far their edges are apart now. */
const hingesOf = (panels: Panel[], { width, height }: Paper): Hinge[] =>
  panels
    .filter(({ row }) => row === 0)
    .map((upper) => {
      const lower = panels.find(({ row, column }) => row === 1 && column === upper.column) ?? upper
      const apart = added(upper.lowerEdge, vector(-lower.upperEdge.x, -lower.upperEdge.y, -lower.upperEdge.z))
      return { x: (upper.column + 0.5) * (width / 4), y: height / 2, gap: Math.sqrt(dot(apart, apart)) }
    })
