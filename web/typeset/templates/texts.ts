import type { Box } from '../drawing.ts'
import { fontOf } from '../fonts/faces.ts'
import { largest, type SetLine, type SetText } from '../setting/set-text.ts'
import { directionOf, quotesOf } from '../setting/typographic-text.ts'
import {
  atEnd,
  atStart,
  below,
  headedText,
  heightOf,
  type Page,
  print,
  setBody,
  setTitle,
  solid,
  toFoot,
} from './page.ts'

/** A title above a text. Few words are large and at the foot of the page. */
export function textPage(page: Page) {
  const large = page.min * (page.recipe.title.trim() ? 4 : 6)
  const { text } = headedText(page, (box) => setBody(page, [box], { max: page.min * 2, large }))
  print(page, text, { down: toFoot(page, text) })
}

/** Two columns of equal height below a title. */
export function columns(page: Page) {
  const gutter = page.unit * 6
  const max = page.min * 1.4
  const split = (box: Box, by = 0): Box[] => {
    const width = (box.width - gutter) / 2
    const shorter = { ...box, height: box.height - by }
    return [atStart(page, shorter, width), atEnd(page, shorter, width)]
  }
  // Few words need no columns.
  const [first] = split(page.inner)
  if (first && !setBody({ ...page, min: max }, [first], { max }).overflow) return textPage(page)
  const { text, box } = headedText(page, (box) => {
    const full = setBody(page, split(box), { max })
    if (full.overflow) return full
    // Both columns end at the same height.
    const balanced = (by: number) => setBody({ ...page, min: full.size }, split(box, by), { max: full.size })
    return balanced(largest(0, Math.floor(box.height / 2), (by) => balanced(by).overflow === ''))
  })
  print(page, text)
  const x = page.inner.x + (page.inner.width - page.unit * 0.5) / 2
  solid(page, { x, y: box.y, width: page.unit * 0.5, height: text.bottom - box.y }, 1)
}

/** A large quote below its quotation mark, and who said it at the foot of the page. */
export function quote(page: Page) {
  const { inner, unit, recipe } = page
  const who = setTitle(
    page,
    { ...inner, height: inner.height * 0.2 },
    {
      max: page.sharedSize ?? page.min * 1.3,
      face: page.body,
    },
  )
  const whoHeight = who.lines.length > 0 ? heightOf(who, inner) + unit * 7 : 0
  const markHeight = Math.min(unit * 30, inner.height * 0.2)
  const box = { ...inner, y: inner.y + markHeight, height: inner.height - markHeight - whoHeight }
  const words = setTitle(page, box, { max: Math.min(unit * 24, page.maxTextSize), text: recipe.text })
  page.textSize = words.size
  const down = box.height - heightOf(words, box)
  quotationMark(page, markHeight)
  print(page, words, { down })
  if (who.lines.length === 0) return
  const bar = atStart({ direction: directionOf(recipe.title, page.direction) }, inner, unit * 14)
  solid(page, { ...bar, y: box.y + box.height + unit * 3.5, height: unit * 0.9 }, 0)
  print(page, who, { down: box.y + box.height + unit * 7 - inner.y })
}

/** Places the mark with its ink in the corner of the margins, because fonts place it differently in a line. */
function quotationMark(page: Page, height: number) {
  const { inner, heading, recipe, direction } = page
  const text = quotesOf(recipe.language)[0].trim()
  const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
  Object.assign(context, { font: fontOf(heading, 100), direction, textAlign: 'start' })
  const ink = context.measureText(text)
  const inkHeight = ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent
  const scale = Math.min(height * 0.026, (height * 0.9) / inkHeight)
  page.marks.push({
    kind: 'text',
    text,
    x:
      direction === 'rtl'
        ? inner.x + inner.width - ink.actualBoundingBoxRight * scale
        : inner.x + ink.actualBoundingBoxLeft * scale,
    y: Math.round(inner.y + ink.actualBoundingBoxAscent * scale),
    font: fontOf(heading, Math.round(100 * scale)),
    direction,
    ink: 1,
  })
}

/** The first group, for example of ingredients, has bullets. The groups after a blank line have dashes. */
export function list(page: Page) {
  const { recipe } = page
  const entries = recipe.text.split('\n').map((line) => line.trim())
  const isNumbered = entries.every((entry) => entry === '' || numbered.test(entry))
  const indent = isNumbered ? 0 : page.unit * 6.5
  const { text } = headedText(page, (box) => {
    const columns = [atEnd(page, box, box.width - indent)]
    const textWith = (gap: number) =>
      setBody(page, columns, { max: page.min * 1.9, large: page.min * 3.5, isList: true, gap })
    const text = textWith(0.55)
    return text.overflow ? textWith(0.15) : text
  })
  print(page, text)
  const firstGroup =
    recipe.text
      .trim()
      .split(/\n\s*\n/)[0]
      ?.split('\n').length ?? 0
  for (const [index, line] of text.lines.filter(({ isFirst }) => isFirst).entries())
    if (line.kind !== 'heading' && !numbered.test(line.text)) bullet(page, text, { line, isSquare: index < firstGroup })
}

const numbered = /^\d{1,3}[.)]\s/

function bullet(page: Page, text: SetText, { line, isSquare }: { line: SetLine; isSquare: boolean }) {
  const width = Math.min(text.size * 0.62, page.unit * 4)
  const height = isSquare ? width : page.unit * 0.8
  const middle = line.baseline - text.size * 0.34
  solid(page, { ...atStart(page, page.inner, width), y: middle - height / 2, height }, isSquare ? 1 : 0)
}

/** A letter on ruled paper, with the stripes of an airmail envelope. */
export function letter(page: Page) {
  const { inner, unit, height } = page
  stripes(page, 0)
  stripes(page, height - unit * 3)
  const title = setTitle(page, { ...inner, height: inner.height * 0.3 }, { max: unit * 9 })
  print(page, title)
  const box = below(inner, heightOf(title, inner) > 0 ? title.bottom + unit * 3 : inner.y + unit * 4)
  const face = { ...page.body, leading: page.body.leading + 0.2 }
  const text = setBody(page, [box], { max: page.min * 2, face, gap: 1 })
  const first = (text.lines[0]?.baseline ?? box.y + text.lineHeight) + text.size * 0.32
  const step = text.lines.length > 0 ? text.lineHeight : Math.round(page.min * 1.8)
  for (let y = first; y < inner.y + inner.height; y += step)
    solid(page, { ...inner, y, height: Math.max(2, unit * 0.18) }, 1)
  print(page, text)
}

function stripes(page: Page, y: number) {
  const width = page.unit * 6
  const count = Math.floor(page.width / width)
  const step = page.width / count
  for (let index = 0; index < count; index += 1)
    if (index % 3 < 2)
      solid(page, { x: index * step, y, width: step * 0.7, height: page.unit * 3 }, index % 3 === 0 ? 0 : 1)
}
