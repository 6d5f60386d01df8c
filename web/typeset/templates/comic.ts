import type { PanelLayout, SpeechBubble } from '#contract/page-recipe.ts'
import type { Box } from '../drawing.ts'
import type { SetText } from '../setting/set-text.ts'
import { below, heightOf, highlight, type Page, picture, print, setBody, setTitle, solid } from './page.ts'

/** The panels of each row, by their number. A landscape page has more panels in a row. */
const portraitRows: Record<number, number[]> = { 2: [1, 1], 3: [1, 2], 4: [2, 2], 5: [2, 1, 2], 6: [2, 2, 2] }
const landscapeRows: Record<number, number[]> = { 2: [2], 3: [3], 4: [2, 2], 5: [3, 2], 6: [3, 3] }
/** With a large first panel. For a large last one, they are reversed. */
const unevenPortrait: Record<number, number[]> = { 2: [1, 1], 3: [1, 2], 4: [1, 3], 5: [1, 2, 2], 6: [1, 2, 3] }
const unevenLandscape: Record<number, number[]> = { 2: [2], 3: [3], 4: [1, 3], 5: [2, 3], 6: [2, 4] }
/** How much larger than the others the large panel is, or its row. */
const largePart = 1.7

/** Two to six panels with captions, below a title and above a text. */
export function comic(page: Page) {
  const { inner, unit, recipe } = page
  const title = setTitle(page, { ...inner, height: inner.height * 0.16 }, { max: unit * 9 })
  highlight(page, title)
  print(page, title)
  const text = setBody(page, [{ ...inner, height: inner.height * 0.2 }], { max: page.min * 1.1 })
  const bottom = inner.y + inner.height - (heightOf(text, inner) && heightOf(text, inner) + unit * 3)
  print(page, text, { down: bottom + unit * 3 - inner.y })

  const area = below({ ...inner, height: bottom - inner.y }, title.lines.length > 0 ? title.bottom + unit * 3 : inner.y)
  const panels = panelsOf(page, area, unit * 3)
  const captionBox = (panel: Box): Box => ({
    x: panel.x + unit * 2,
    y: panel.y + unit * 1.5,
    width: panel.width - unit * 4,
    // The picture keeps the rest.
    height: panel.height * 0.5,
  })
  const face = { ...page.body, leading: page.body.leading - 0.12 }
  const captionAt = (panel: Box, index: number, max: number) =>
    setBody(page, [captionBox(panel)], { text: recipe.captions[index] ?? '', max, face })
  const size = Math.min(...panels.map((panel, index) => captionAt(panel, index, page.min * 1.25).size))
  for (const [index, panel] of panels.entries()) {
    const caption = captionAt(panel, index, size)
    const inside = drawPanel(page, panel, { index, caption })
    const bubbles = (recipe.bubbles ?? []).filter((bubble) => bubble.panel === index && bubble.text.trim() !== '')
    const texts = [caption, ...bubbles.map((bubble) => drawBubble(page, inside, bubble))]
    if (texts.some(({ overflow }) => overflow !== '')) page.cutPanels.push(index + 1)
  }
}

/** The caption is above the picture, whose box is returned. */
function drawPanel(page: Page, panel: Box, { index, caption }: { index: number; caption: SetText }) {
  const { unit } = page
  const strip = caption.lines.length > 0 ? caption.bottom - panel.y + unit * 1.5 : 0
  const inside = below(panel, panel.y + strip)
  picture(page, inside, index)
  if (strip > 0 && page.overprints) solid(page, { ...panel, height: strip }, 1)
  print(page, caption)
  const line = unit * 0.7
  const { x, y, width, height } = panel
  const edges = [
    { x, y, width, height: line },
    { x, y: y + height - line, width, height: line },
    { x, y, width: line, height },
    { x: x + width - line, y, width: line, height },
  ]
  if (strip > 0) edges.push({ x, y: y + strip - line, width, height: line })
  for (const edge of edges) solid(page, edge, 0)
  return inside
}

/** A bubble is as small as its words, and stays in its panel. */
function drawBubble(page: Page, panel: Box, { text, x, y, tail }: SpeechBubble) {
  const { unit } = page
  const [pad, tailHeight] = [unit * 2.2, tail === 'none' ? 0 : unit * 4]
  const space = {
    width: (panel.width - unit * 3) * 0.8 - 2 * pad,
    height: panel.height - unit * 3 - 2 * pad - tailHeight,
  }
  const face = { ...page.body, leading: page.body.leading - 0.12 }
  const setAt = (box: Box) => setBody(page, [box], { text, max: page.min, face, alignment: 'center', isBalanced: true })
  const measured = setAt({ x: 0, y: 0, ...space })
  const width = Math.max(...measured.lines.map((line) => line.width), unit * 4) + 2 * pad
  const height = measured.bottom + 2 * pad
  const isHigh = y < 0.6
  const place = (start: number, length: number, size: number, share: number) =>
    Math.min(Math.max(start + length * share - size / 2, start + unit * 1.5), start + length - size - unit * 1.5)
  const left = place(panel.x, panel.width, width, x)
  const top = place(panel.y + (isHigh ? 0 : tailHeight), panel.height - tailHeight, height, y)
  const box = { x: left, y: top, width, height }
  page.marks.push({
    kind: 'bubble',
    box,
    line: unit * 0.6,
    tip: tail === 'none' ? undefined : tipOf(box, isHigh ? tailHeight : -tailHeight, tail === 'left' ? 0.2 : 0.8),
  })
  const words = setAt({ x: left + (width - space.width) / 2, y: top + pad, ...space })
  print(page, words)
  return words
}

/** The point of a tail: below the bubble, or above it if the height is negative. */
const tipOf = ({ x, y, width, height }: Box, tailHeight: number, share: number) => ({
  x: x + width * share,
  y: tailHeight > 0 ? y + height + tailHeight : y + tailHeight,
})

function rowsOf({ recipe, width, height }: Page) {
  const lastCaption = recipe.captions.findLastIndex((caption) => caption.trim() !== '')
  const bubblePanels = (recipe.bubbles ?? []).map(({ panel }) => panel + 1)
  const count = Math.min(6, Math.max(2, recipe.pictures.length, lastCaption + 1, ...bubblePanels))
  const isLandscape = width > height
  const layout = recipe.panels ?? 'even'
  if (layout === 'even') return (isLandscape ? landscapeRows : portraitRows)[count] ?? [2]
  const rows = (isLandscape ? unevenLandscape : unevenPortrait)[count] ?? [2]
  return layout === 'last' ? rows.toReversed() : rows
}

/** The lengths of parts, of which the first or the last can be larger. */
function divide(length: number, count: number, { gap, large }: { gap: number; large: PanelLayout }) {
  const weights = Array.from({ length: count }, (_, index) =>
    (large === 'first' && index === 0) || (large === 'last' && index === count - 1) ? largePart : 1,
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => ((length - gap * (count - 1)) * weight) / total)
}

function panelsOf(page: Page, area: Box, gap: number): Box[] {
  const large = page.recipe.panels ?? 'even'
  const rows = rowsOf(page)
  const heights = divide(area.height, rows.length, { gap, large })
  let y = area.y
  return rows.flatMap((count, row) => {
    const height = heights[row] ?? 0
    const top = y
    y += height + gap
    // Only a single row has a panel that is wider than the others.
    const widths = divide(area.width, count, { gap, large: rows.length === 1 ? large : 'even' })
    let x = 0
    return widths.map((width) => {
      const left = x
      x += width + gap
      const fromStart = page.direction === 'rtl' ? area.width - left - width : left
      return { x: area.x + fromStart, y: top, width, height }
    })
  })
}
