import type { PageRecipe, TextSize } from '#contract/page-recipe.ts'
import { overprints } from '../contrast.ts'
import type { Box, InkIndex, Mark, PictureMark } from '../drawing.ts'
import type { Face } from '../fonts/faces.ts'
import { facesOf } from '../fonts/type-styles.ts'
import { minTextSize, type PageSize } from '../page-size.ts'
import { type SetLine, type SetText, setText, type TextOptions } from '../setting/set-text.ts'
import { type Direction, directionOf } from '../setting/typographic-text.ts'
import { hasFolio } from './template-fields.ts'

/** What the templates share while they lay out a page. All distances and sizes are in pixels. */
export type Page = PageSize & {
  recipe: PageRecipe
  /** A hundredth of the shorter side. Distances and text sizes are multiples of it. */
  unit: number
  /** The box within the margins. */
  inner: Box
  /** The smallest text size. */
  min: number
  /** The recipe limits the size of the main text. */
  maxTextSize: number
  /** The size of the main text, if the pages of the zine share one. Titles then have sizes of `titleScales`. */
  sharedSize: number | undefined
  /** The size of the main text is known once it is set. */
  textSize: number
  direction: Direction
  heading: Face
  body: Face
  /** Whether solids have an ink of their own. With one ink, they have that of the text. */
  hasTwoInks: boolean
  /** Whether text is printed on solids of the second ink. Otherwise it is knocked out. */
  overprints: boolean
  marks: Mark[]
  overflow: string[]
  cutPanels: number[]
}

/** The space between the text and the page number, which would otherwise look like the next line. */
const folioGap = 3

/** An empty page of this size in pixels, with the faces and inks of the recipe. */
export function newPage(recipe: PageRecipe, { width, height }: PageSize): Page {
  const unit = Math.min(width, height) / 100
  const margin = Math.round(unit * 8)
  const min = minTextSize({ width, height })
  const { heading, body } = facesOf(recipe)
  const sharedSize = sharedSizeOf(recipe, min)
  const hasNumber = recipe.folio !== undefined && hasFolio(recipe.template)
  const innerHeight = height - 2 * margin - (hasNumber ? unit * folioGap : 0)
  // Whole lines, so that texts at the foot are on the same lines as texts at the top.
  const line = sharedSize ? Math.round(body.leading * sharedSize) : 1
  return {
    recipe,
    width,
    height,
    unit,
    min,
    maxTextSize: typeof recipe.textSize === 'number' ? min * recipe.textSize : Number.POSITIVE_INFINITY,
    sharedSize,
    textSize: min,
    inner: { x: margin, y: margin, width: width - 2 * margin, height: Math.floor(innerHeight / line) * line },
    direction: pageDirection(recipe),
    heading,
    body,
    hasTwoInks: new Set(recipe.inks).size > 1,
    overprints: overprints(recipe),
    marks: [],
    overflow: [],
    cutPanels: [],
  }
}

/** Multiples of the smallest size: 7, 8 and 13 points where eight pages are printed on one A4 sheet. */
const sharedSizes: Record<TextSize, number> = { small: 7 / 8, medium: 1, large: 13 / 8 }

const sharedSizeOf = ({ textSize }: PageRecipe, min: number) =>
  typeof textSize === 'string' ? Math.round(min * sharedSizes[textSize]) : undefined

/** The sizes of titles, as multiples of the main text. */
const titleScales = [3.6, 2.4, 1.6]

/** The direction of the main text. The name of a speaker can be in another script. */
const pageDirection = ({ template, title, text, captions }: PageRecipe) =>
  directionOf([template === 'title' ? title : '', text, title, ...captions].join(' '))

type Options = Pick<TextOptions, 'isList' | 'gap' | 'subheading' | 'alignment' | 'isBalanced'> & {
  max: number
  face?: Face
  text?: string
}
type BodyOptions = Options & { large?: number }

/** Sets the title, or `text`, in whole words up to the size `max` in pixels. A cover has no shared size. */
export function setTitle(page: Page, box: Box, { face = page.heading, text, max, ...rest }: Options) {
  const { recipe, sharedSize } = page
  const main = { ...rest, text: text ?? recipe.title, face, max, isTitle: true, isCompact: text === undefined }
  if (!sharedSize || recipe.template === 'title') return set(page, [box], main)
  const sizes = titleScales.map((scale) => Math.round(scale * sharedSize)).filter((size) => size <= max)
  return set(page, [box], { ...main, alignment: centered(page), sizes: sizes.length > 0 ? sizes : [Math.round(max)] })
}

const centered = ({ recipe }: Page) => (recipe.alignment === 'center' ? recipe.alignment : undefined)

/** Sets the text up to the size `max` in pixels. Few words are set like a title, up to the size `large`. */
export function setBody(page: Page, columns: Box[], { face = page.body, text, max, large = 0, ...rest }: BodyOptions) {
  const { recipe, sharedSize } = page
  if (text !== undefined) return set(page, columns, { ...rest, text, face, max: Math.min(max, sharedSize ?? max) })
  const main = { gap: sharedSize ? 1 : undefined, ...rest, text: recipe.text, subheading: page.heading }
  if (sharedSize) {
    page.textSize = sharedSize
    const alignment = rest.isList ? undefined : (rest.alignment ?? recipe.alignment)
    return set(page, columns, { ...main, face, max, alignment, sizes: [sharedSize] })
  }
  const [normal, largest] = [Math.min(max, page.maxTextSize), Math.min(large, page.maxTextSize)]
  const body = set(page, columns, { ...main, face, max: normal })
  const tight = { ...face, leading: face.leading - 0.14 }
  const isFew = largest > normal && body.size >= Math.round(normal)
  const few = isFew && set(page, columns, { ...main, face: tight, isTitle: true, min: body.size, max: largest })
  const chosen = few && !few.overflow ? few : body
  page.textSize = chosen.size
  return chosen
}

type SetOptions = Omit<TextOptions, 'columns' | 'min' | 'language' | 'direction'> & { min?: number }

const set = (
  page: Page,
  columns: Box[],
  { min = Math.min(page.min, page.sharedSize ?? page.min), max, ...rest }: SetOptions,
) => setText({ ...rest, columns, min, max: Math.round(max), language: page.recipe.language, direction: page.direction })

type Print = { ink?: InkIndex; isKnockedOut?: boolean; down?: number }

/** Prints the lines, moved down by `down` pixels, and notes what does not fit. */
export function print(page: Page, text: SetText, { ink = 0, isKnockedOut, down = 0 }: Print = {}) {
  const by = Math.round(down)
  for (const line of text.lines) {
    const { left, width, maxWidth, direction, wordSpacing } = line
    const add = (words: string, font: string, offset: number) =>
      page.marks.push({
        kind: 'text',
        text: words,
        font,
        direction,
        ink,
        x: direction === 'rtl' ? left + width - offset : left + offset,
        y: line.baseline + by,
        maxWidth: maxWidth - Math.max(0, offset),
        ...(wordSpacing > 0 && { wordSpacing }),
        ...(isKnockedOut && { isKnockedOut }),
      })
    if (line.kind === 'quote' && !isKnockedOut) bar(page, text, { ...line, baseline: line.baseline + by })
    if (line.kind === 'bullet' && line.indent > 0 && line.isFirst) add('•', text.font, -line.indent)
    for (const run of line.runs) add(run.text, run.font, run.offset)
  }
  if (text.overflow.trim()) page.overflow.push(text.overflow)
}

/** Each quoted line has its part of the bar, down to the next line. */
function bar(page: Page, { size, lineHeight }: SetText, { left, width, indent, baseline, direction }: SetLine) {
  const thickness = page.unit * 0.9
  const x = direction === 'rtl' ? left + width + indent - thickness : left - indent
  const y = baseline - size * 0.8 - (lineHeight - size) / 2
  solid(page, { x, y, width: thickness, height: lineHeight + 1 }, 1)
}

/** Fills a box with an ink. */
export const solid = (page: Page, box: Box, ink: InkIndex) => page.marks.push({ kind: 'solid', box: whole(box), ink })

/** Prints the picture with this index of the recipe. */
export const picture = (page: Page, box: Box, index: number, frame?: PictureMark['frame']) =>
  page.marks.push({ kind: 'picture', box: whole(box), picture: index, treatment: 'unchanged', ...(frame && { frame }) })

/** The box in whole pixels, so that edges are sharp. */
const whole = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(x + width) - Math.round(x),
  height: Math.round(y + height) - Math.round(y),
})

/** The next line of the text's grid, if the pages of the zine share one. `y` is in pixels from the top of the page. */
const toLine = ({ inner, body, sharedSize }: Page, y: number) => {
  const line = sharedSize ? Math.round(body.leading * sharedSize) : 0
  return line ? inner.y + Math.ceil((y - inner.y) / line) * line : y
}

/** The height of a text in pixels from the top of its box, or 0 without lines. */
export const heightOf = (text: SetText, box: Box) => (text.lines.length > 0 ? text.bottom - box.y : 0)

/** The part of the box below `y`, in pixels from the top of the page. */
export const below = (box: Box, y: number): Box => ({ ...box, y, height: Math.max(0, box.y + box.height - y) })

/** The part of the box where lines start, with this width in pixels. */
export const atStart = ({ direction }: Pick<Page, 'direction'>, box: Box, width: number): Box => ({
  ...box,
  x: direction === 'rtl' ? box.x + box.width - width : box.x,
  width,
})

/** The part of the box where lines end, with this width in pixels. */
export const atEnd = ({ direction }: Page, box: Box, width: number): Box => ({
  ...box,
  x: direction === 'rtl' ? box.x : box.x + box.width - width,
  width,
})

/** A stroke of the second ink behind each line of a title, as with a marker. */
export function highlight(page: Page, title: SetText) {
  if (!page.overprints) return
  for (const { left, width, baseline } of title.lines)
    solid(
      page,
      {
        x: left - page.unit * 1.5,
        y: baseline - title.size * 0.4,
        width: width + page.unit * 3,
        height: title.size * 0.5,
      },
      1,
    )
}

/**
 * The title above a text, and the box of the text. A long text gets a smaller title. Without a title, a short bar marks
 * the start.
 */
export function headedText(page: Page, setBelow: (box: Box) => SetText, scale = 1): { text: SetText; box: Box } {
  const { inner, unit } = page
  if (!page.recipe.title.trim()) {
    const bar = atStart(page, inner, unit * 14)
    const x = centered(page) ? inner.x + (inner.width - bar.width) / 2 : bar.x
    solid(page, { ...bar, x, height: unit * 1.6 }, 1)
    const box = below(inner, toLine(page, inner.y + unit * 6))
    return { text: setBelow(box), box }
  }
  const title = setTitle(page, { ...inner, height: inner.height * 0.45 }, { max: unit * 17 * scale })
  const box = below(inner, toLine(page, title.bottom + unit * 7))
  const text = setBelow(box)
  const isStarved = text.overflow !== '' || (text.size < page.min * 1.2 && title.size > text.size * 4)
  if (isStarved && scale > 0.5) return headedText(page, setBelow, scale * 0.7)
  highlight(page, title)
  print(page, title)
  solid(page, { ...inner, y: title.bottom + unit * 2.4, height: unit * 0.9 }, 0)
  return { text, box }
}

/** Few large words are at the foot of the page. */
export const toFoot = ({ inner, min }: Page, { size, bottom }: SetText) =>
  size > min * 2 ? inner.y + inner.height - bottom : 0

/** The number of the page after the running title, in the margin at the foot. */
export function printFolio(page: Page) {
  const { inner, unit, height, min, recipe } = page
  if (!recipe.folio) return
  const { number, title } = recipe.folio
  const text = title.trim() ? `${title.trim()} · ${number}` : `${number}`
  const box = { ...inner, y: height - unit * 8, height: unit * 7 }
  const isKnockedOut = recipe.template === 'solid' && !page.overprints
  print(page, setBody(page, [box], { text, max: min, alignment: 'center' }), { isKnockedOut })
}
