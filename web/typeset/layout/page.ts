import type { PageRecipe } from '#contract/page-recipe.ts'
import { overprints } from '../contrast.ts'
import type { Box, InkIndex, Mark, PictureMark } from '../drawing.ts'
import { minTextSize, type PageSize } from '../page-size.ts'
import { facesOf } from '../type-styles.ts'
import type { Face } from './faces.ts'
import { type SetText, setText, type TextOptions } from './set-text.ts'
import { type Direction, directionOf } from './typographic-text.ts'

/** What the templates share while they lay out a page. */
export type Page = PageSize & {
  recipe: PageRecipe
  /** A hundredth of the shorter side. Distances and text sizes are multiples of it. */
  unit: number
  /** Within the margins. */
  inner: Box
  min: number
  direction: Direction
  heading: Face
  body: Face
  /** With one ink, a solid has the ink of the text. */
  hasTwoInks: boolean
  /** Whether text is printed on solids of the second ink. Otherwise it is knocked out. */
  overprints: boolean
  marks: Mark[]
  overflow: string[]
}

export function newPage(recipe: PageRecipe, { width, height }: PageSize): Page {
  const unit = Math.min(width, height) / 100
  const margin = Math.round(unit * 8)
  return {
    recipe,
    width,
    height,
    unit,
    inner: { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin },
    min: minTextSize({ width, height }),
    direction: pageDirection(recipe),
    ...facesOf(recipe),
    hasTwoInks: new Set(recipe.inks).size > 1,
    overprints: overprints(recipe),
    marks: [],
    overflow: [],
  }
}

/** Of the main text. The name of a speaker can be in another script. */
const pageDirection = ({ template, title, text, captions }: PageRecipe) =>
  directionOf([template === 'title' ? title : '', text, title, ...captions].join(' '))

type Options = Pick<TextOptions, 'isList' | 'gap'> & { max: number; face?: Face; text?: string }
type BodyOptions = Options & { large?: number }

export const setTitle = (page: Page, box: Box, { face = page.heading, text, ...rest }: Options) =>
  set(page, [box], { text: text ?? page.recipe.title, face, isTitle: true, isCompact: text === undefined, ...rest })

/** Up to the size `max`. Few words are set like a title, up to the size `large`. */
export function setBody(
  page: Page,
  columns: Box[],
  { face = page.body, text = page.recipe.text, ...rest }: BodyOptions,
) {
  const { max, large = 0 } = rest
  const body = set(page, columns, { ...rest, text, face })
  if (large <= max || body.size < Math.round(max)) return body
  const tight = { ...face, leading: face.leading - 0.14 }
  const few = set(page, columns, { ...rest, text, face: tight, isTitle: true, min: body.size, max: large })
  return few.overflow ? body : few
}

type SetOptions = Omit<TextOptions, 'columns' | 'min' | 'language' | 'direction'> & { min?: number }

const set = (page: Page, columns: Box[], { min = page.min, max, ...rest }: SetOptions) =>
  setText({
    ...rest,
    ...{ columns, min, max: Math.round(max), language: page.recipe.language, direction: page.direction },
  })

type Print = { ink?: InkIndex; isKnockedOut?: boolean; down?: number }

/** Prints the lines and notes what does not fit. */
export function print(page: Page, text: SetText, { ink = 0, isKnockedOut, down = 0 }: Print = {}) {
  for (const { left, width, maxWidth, baseline, direction, text: words } of text.lines)
    page.marks.push({
      kind: 'text',
      text: words,
      x: direction === 'rtl' ? left + width : left,
      y: baseline + Math.round(down),
      font: text.font,
      direction,
      maxWidth,
      ink,
      ...(isKnockedOut && { isKnockedOut }),
    })
  if (text.overflow.trim()) page.overflow.push(text.overflow)
}

export const solid = (page: Page, box: Box, ink: InkIndex) => page.marks.push({ kind: 'solid', box: whole(box), ink })

export function picture(page: Page, box: Box, index: number, frame?: PictureMark['frame']) {
  const { treatment } = page.recipe
  page.marks.push({ kind: 'picture', box: whole(box), picture: index, treatment, ...(frame && { frame }) })
}

/** Whole pixels, so that edges are sharp. */
const whole = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(x + width) - Math.round(x),
  height: Math.round(y + height) - Math.round(y),
})

export const heightOf = (text: SetText, box: Box) => (text.lines.length > 0 ? text.bottom - box.y : 0)

/** The part of the box below `y`. */
export const below = (box: Box, y: number): Box => ({ ...box, y, height: Math.max(0, box.y + box.height - y) })

/** The part of the box where lines start. */
export const atStart = ({ direction }: Pick<Page, 'direction'>, box: Box, width: number): Box => ({
  ...box,
  x: direction === 'rtl' ? box.x + box.width - width : box.x,
  width,
})

/** The part of the box where lines end. */
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
    solid(page, { ...atStart(page, inner, unit * 14), height: unit * 1.6 }, 1)
    const box = below(inner, inner.y + unit * 6)
    return { text: setBelow(box), box }
  }
  const title = setTitle(page, { ...inner, height: inner.height * 0.45 }, { max: unit * 17 * scale })
  const box = below(inner, title.bottom + unit * 7)
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
