import type { CoverDesign, PageRecipe } from '#contract/page-recipe.ts'
import { darkerInk } from '../contrast.ts'
import type { Box, InkIndex, LetterMark, Point } from '../drawing.ts'
import { fontOf } from '../fonts/faces.ts'
import type { SetLine, SetText } from '../setting/set-text.ts'
import { handDrawn } from './hand-drawn.ts'
import { atEnd, heightOf, type Page, picture, print, setBody, setTitle, solid } from './page.ts'

/** A large title that overlaps a block of the second ink, or is knocked out of it. */
function block(page: Page) {
  const { inner, unit, width, height, recipe } = page
  const hasPicture = Boolean(recipe.pictures[0])
  const isOverlapping = page.overprints && !hasPicture
  const blockHeight = height * (hasPicture ? 0.5 : 0.7)
  const isNarrow = isOverlapping || (hasPicture && page.hasTwoInks)
  const block = atEnd(page, { x: 0, y: 0, width, height: blockHeight }, isNarrow ? width * 0.8 : width)
  const subtitle = setBody(page, [{ ...inner, height: height * 0.16 }], { max: page.min * 1.5 })
  const subtitleTop = inner.y + inner.height - heightOf(subtitle, inner)
  const titleTop = hasPicture ? blockHeight + unit * 4 : inner.y
  const titleEnd = subtitleTop - (subtitle.lines.length > 0 ? unit * 7 : 0)
  const titleBottom = isOverlapping || hasPicture ? titleEnd : blockHeight - unit * 3
  const box = { ...inner, y: titleTop, height: Math.max(page.min * 2, titleBottom - titleTop) }
  const title = setTitle(page, box, { max: unit * 34 })
  const down = isOverlapping ? box.height - heightOf(title, box) : 0
  if (hasPicture) picture(page, block, 0)
  else solid(page, isOverlapping ? toFirstLine(block, title, down) : block, 1)
  print(page, title, { down, isKnockedOut: !isOverlapping && !hasPicture })
  if (subtitle.lines.length === 0) return
  solid(page, { ...inner, y: subtitleTop - unit * 4, height: unit * 0.9 }, 0)
  print(page, subtitle, { down: subtitleTop - inner.y })
}

/** Extends the block to the lower part of the first line, which would otherwise only touch it. */
const toFirstLine = (block: Box, { lines: [line], size }: SetText, down: number): Box => ({
  ...block,
  height: Math.max(block.height, (line?.baseline ?? 0) + down - size * 0.3),
})

/** A band with the title crosses the picture, or rings around it. */
function fullPicture(page: Page) {
  const { inner, unit, width, height, recipe } = page
  const hasPicture = Boolean(recipe.pictures[0])
  const max = unit * (hasPicture ? 17 : 26)
  const title = setTitle(page, { ...inner, height: inner.height * 0.4 }, { max, face: loose(page) })
  const subtitle = setBody(page, [{ ...inner, height: inner.height * 0.22 }], { max: page.min * 1.5 })
  const pad = unit * 3
  const titleHeight = heightOf(title, inner) && Math.round(heightOf(title, inner) + pad)
  const subtitleHeight = heightOf(subtitle, inner) && heightOf(subtitle, inner) + 2 * pad
  const foot = height - unit * (hasPicture ? 8 : 16)
  const top = Math.round(Math.max(unit * 8, foot - titleHeight - subtitleHeight))
  const band = { x: 0, y: top, width, height: titleHeight }
  if (hasPicture) picture(page, { x: 0, y: 0, width, height }, 0)
  else rings(page, [atEnd(page, inner, 0).x - unit * 20, top])
  if (title.lines.length > 0) coverWith(page, band, bandInk(page))
  print(page, title, { down: top + pad / 2 - inner.y, isKnockedOut: !page.overprints })
  if (subtitle.lines.length === 0) return
  coverWith(page, { ...band, y: top + titleHeight, height: subtitleHeight }, 0)
  print(page, subtitle, { down: top + titleHeight + pad - inner.y, isKnockedOut: true })
}

/** Rings in both inks fill the page from their center. */
function rings(page: Page, center: Point) {
  const { unit, width, height } = page
  const count = Math.hypot(width, height) / (unit * 9)
  for (let ring = 0; ring < count; ring += 1) {
    const radius = Math.max(ring * 9, 1) * unit
    const points = Array.from({ length: 121 }, (_, step) => pointAt(center, (step / 60) * Math.PI, radius))
    const isThin = ring % 3 === 1
    page.marks.push({ kind: 'shape', points, ink: isThin ? 0 : 1, line: unit * (isThin ? 2 : 6) })
  }
}

/** The point at this distance from the center. */
const pointAt = ([x, y]: Point, angle: number, distance: number): Point => [
  x + Math.cos(angle) * distance,
  y + Math.sin(angle) * distance,
]

/** Stripes as high as the lines of the title, which are in and between them, and narrower ones above. */
function stripes(page: Page) {
  const { inner, unit, width, height, recipe } = page
  const subtitle = setBody(page, [{ ...inner, height: inner.height * 0.2 }], { max: page.min * 1.5 })
  const subtitleTop = inner.y + inner.height - heightOf(subtitle, inner)
  const foot = subtitle.lines.length > 0 ? subtitleTop - unit * 5 : height - unit * 12
  const share = recipe.pictures[0] ? 0.4 : 0.62
  const title = setTitle(page, { ...inner, height: foot * share }, { max: unit * 34, face: loose(page) })
  const row = title.lineHeight
  const hasLastBand = title.lines.length % 2 === 1
  const last = hasLastBand ? Math.min(row * 0.5, unit * 12) : 0
  const down = foot - last - title.bottom
  const isOnBand = (_: unknown, index: number) => index % 2 === 1
  const bandOf = (baseline: number) => baseline + down - (row - title.size) / 2 - title.size * 0.8
  for (const { baseline } of title.lines.filter(isOnBand))
    solid(page, { x: 0, y: bandOf(baseline), width, height: row }, bandInk(page))
  if (hasLastBand) solid(page, { x: 0, y: foot - last, width, height: last }, bandInk(page))
  const top = inner.y + down
  if (recipe.pictures[0]) picture(page, { x: 0, y: 0, width, height: top - unit * 3 }, 0)
  else narrowing(page, top, row)
  print(page, { ...title, lines: title.lines.filter((line, index) => !isOnBand(line, index)) }, { down })
  print(page, { ...title, lines: title.lines.filter(isOnBand), overflow: '' }, { down, isKnockedOut: !page.overprints })
  print(page, subtitle, { down: subtitleTop - inner.y })
}

/** Stripes above `bottom`, each narrower than the one below. Those of the other ink cross the edges. */
function narrowing(page: Page, bottom: number, row: number) {
  const { width, unit } = page
  const ink = bandInk(page)
  let y = bottom
  for (let height = Math.min(row, bottom * 0.3); y > 0; height = Math.max(unit * 1.2, height * 0.78)) {
    const edge = y
    y -= height
    solid(page, { x: 0, y: Math.max(0, y), width, height: edge - Math.max(0, y) }, ink)
    const line = height * 0.3
    if (page.hasTwoInks && y > line) solid(page, { x: 0, y: y - line * 0.5, width, height: line }, ink ? 0 : 1)
    y -= height * 0.78
  }
}

/** The first letter of the title fills the page, and the title is small. A picture is only in the letter. */
function bigLetter(page: Page) {
  const { inner, unit, width, height, recipe, heading } = page
  const text = firstLetter(recipe)
  if (!text) return block(page)
  const edge = unit * 4
  const space = { x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge }
  const box = width > height ? atEnd(page, space, height) : space
  const letter: LetterMark = { kind: 'letter', text, font: fontOf(heading, 400), box, ink: 1 }
  const hasPicture = Boolean(recipe.pictures[0])
  if (hasPicture) {
    picture(page, { x: 0, y: 0, width, height }, 0)
    page.marks.push({ ...letter, crops: true })
  }
  const hidesPicture = hasPicture && (!page.overprints || recipe.treatment === 'unchanged')
  page.marks.push(hidesPicture ? { ...letter, line: unit } : letter)
  const title = setTitle(page, { ...inner, height: inner.height * 0.3 }, { max: unit * 11 })
  const subtitle = setBody(page, [{ ...inner, height: inner.height * 0.2 }], { max: page.min * 1.4 })
  const subtitleTop = inner.y + inner.height - heightOf(subtitle, inner)
  const titleTop = subtitleTop - (subtitle.lines.length > 0 ? unit * 3 : 0) - heightOf(title, inner)
  if (hasPicture || !page.overprints) sticker(page, [...title.lines, ...subtitle.lines], titleTop)
  print(page, title, { down: titleTop - inner.y })
  print(page, subtitle, { down: subtitleTop - inner.y })
}

/** Paper with an outline, for lines that start at `top` and end at the foot of the page. */
function sticker(page: Page, lines: SetLine[], top: number) {
  const { inner, unit } = page
  if (lines.length === 0) return
  const x = Math.min(...lines.map((line) => line.left)) - unit * 3
  const width = Math.max(...lines.map((line) => line.left + line.width)) + unit * 3 - x
  const y = top - unit * 2
  const height = inner.y + inner.height + unit * 2.5 - y
  paperBox(page, { x, y, width, height }, { cut: 0, lines: [[0, 0.6]] })
}

/** Without quotation marks and other signs, if the title has letters. */
function firstLetter({ title, language }: PageRecipe) {
  const graphemes = new Intl.Segmenter(language || undefined).segment(title.trim())
  const letters = Array.from(graphemes, ({ segment }) => segment)
  const first = letters.find((letter) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(letter)) ?? letters[0]
  return first?.toLocaleUpperCase(language || undefined)
}

/** A label in the pattern of a tablecloth, as on a jam jar. A picture is on the label. */
function label(page: Page) {
  const { unit, width, height, recipe } = page
  const hasPicture = Boolean(recipe.pictures[0])
  tablecloth(page)
  const outer = Math.min(width * 0.8, unit * 96)
  const pad = unit * 7
  const most = height - unit * 20 - 2 * pad
  const box = { x: (width - outer) / 2 + pad, y: 0, width: outer - 2 * pad, height: most * (hasPicture ? 0.3 : 0.5) }
  const title = setTitle(page, box, { max: unit * 14, alignment: 'center' })
  const subtitle = setBody(page, [{ ...box, height: most * 0.26 }], {
    max: page.min * 1.3,
    alignment: 'center',
  })
  const gap = unit * 4
  const textHeight = heightOf(title, box) + 2 * gap + heightOf(subtitle, box)
  const pictureHeight = hasPicture ? Math.min(box.width, most - textHeight - gap) : 0
  const inside = Math.max(textHeight + (hasPicture ? pictureHeight + gap : 0), unit * 30)
  const top = (height - inside - 2 * pad) * 0.4
  const paper = { x: (width - outer) / 2, y: top, width: outer, height: inside + 2 * pad }
  paperBox(page, paper, {
    cut: 6,
    lines: [
      [1.8, 1],
      [3.4, 0.4],
    ],
  })
  let y = top + pad
  if (hasPicture) {
    picture(page, { ...box, y, height: pictureHeight }, 0)
    y += pictureHeight + gap
  }
  print(page, title, { down: y })
  y += heightOf(title, box) + gap
  const rule = box.width * 0.3
  solid(page, { x: (width - rule) / 2, y: y - unit * 0.3, width: rule, height: unit * 0.6 }, 0)
  print(page, subtitle, { down: y + gap })
}

/** Threads of the second ink cross in squares. */
function tablecloth(page: Page) {
  const { width, height, unit } = page
  const [square, thread] = [unit * 7, unit * 0.7]
  for (const [length, isDown] of [
    [width, true],
    [height, false],
  ] as const)
    for (let at = 0; at + thread < length; at += thread * 2)
      if (Math.floor(at / square) % 2 === 0)
        solid(page, isDown ? { x: at, y: 0, width: thread, height } : { x: 0, y: at, width, height: thread }, 1)
}

/** Distances from the edge, and widths, in units. */
type PaperBox = { cut: number; lines: [from: number, line: number][] }

/** Paper with lines along its edge, and cut corners. */
function paperBox({ marks, unit }: Page, { x, y, width, height }: Box, { cut, lines }: PaperBox) {
  const edge = (from: number): Point[] => {
    const [left, top, right, bottom] = [x + from, y + from, x + width - from, y + height - from]
    const corner = cut * unit
    return [
      [left + corner, top],
      [right - corner, top],
      [right, top + corner],
      [right, bottom - corner],
      [right - corner, bottom],
      [left + corner, bottom],
      [left, bottom - corner],
      [left, top + corner],
      [left + corner, top],
    ]
  }
  marks.push({ kind: 'shape', points: edge(0), ink: 0, isKnockedOut: true })
  for (const [from, line] of lines) marks.push({ kind: 'shape', points: edge(from * unit), ink: 0, line: line * unit })
}

/** The ink below a title: the second, or the darker one if the title is knocked out. */
const bandInk = (page: Page) => (page.overprints ? 1 : darkerInk(page.recipe))

/** The face of the title with more space between lines, for bands and labels. */
const loose = ({ heading }: Page) => ({ ...heading, leading: heading.leading + 0.24 })

/** Prints a solid that hides what is below. */
const coverWith = (page: Page, box: Box, ink: InkIndex) => page.marks.push({ kind: 'solid', box, ink, covers: true })

export const coverLayouts: Record<CoverDesign, (page: Page) => void> = {
  block,
  picture: fullPicture,
  stripes,
  letter: bigLetter,
  label,
  hand: handDrawn,
}
