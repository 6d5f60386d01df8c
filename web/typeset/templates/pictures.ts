import type { Box } from '../drawing.ts'
import type { SetText } from '../setting/set-text.ts'
import { below, heightOf, highlight, type Page, picture, print, setBody, setTitle, solid } from './page.ts'

/** The picture takes the height that the texts leave. */
export function picturePage(page: Page) {
  const { inner, unit, recipe } = page
  const title = setTitle(page, { ...inner, height: inner.height * 0.24 }, { max: unit * 14 })
  highlight(page, title)
  print(page, title)
  const top = title.lines.length > 0 ? title.bottom + unit * 3 : inner.y

  const caption = setBody(page, [{ ...inner, height: inner.height * 0.24 }], {
    text: recipe.captions[0] ?? '',
    max: page.min * 1.1,
  })
  const captionHeight = heightOf(caption, inner) && heightOf(caption, inner) + unit * 3
  const text = setBody(page, [{ ...inner, height: inner.height * 0.3 }], { max: page.min * 1.8 })
  const textHeight = heightOf(text, inner) && heightOf(text, inner) + unit * 3
  const bottom = inner.y + inner.height - captionHeight - textHeight
  const shadow = page.hasTwoInks ? Math.round(unit * 2) : 0
  const space = { ...inner, y: top, width: inner.width - shadow, height: bottom - top - shadow }
  picture(page, space, 0, { line: Math.round(unit * 0.4), shadow })
  print(page, caption, { down: bottom + unit * 3 - inner.y })
  print(page, text, { down: bottom + captionHeight + unit * 3 - inner.y })
}

/** The title is on labels, one for each line, and the text on a panel. */
export function fullBleed(page: Page) {
  const { inner, unit, recipe } = page
  const pad = unit * 2.5
  picture(page, { x: 0, y: 0, width: page.width, height: page.height }, 0)
  const box = { x: inner.x + pad, y: inner.y + pad, width: inner.width - 2 * pad, height: inner.height * 0.42 }
  const title = setTitle(page, box, { max: unit * 16, face: { ...page.heading, leading: page.heading.leading + 0.24 } })
  for (const { left, width, baseline } of title.lines)
    cover(page, { x: left - pad, y: baseline - title.size * 0.9, width: width + 2 * pad, height: title.lineHeight + 2 })
  print(page, title, { isKnockedOut: true })

  const sets = [recipe.text, recipe.captions[0] ?? ''].map((text, index) =>
    setBody(page, [{ ...box, height: inner.height * (index ? 0.24 : 0.3) }], {
      text,
      max: page.min * (index ? 1 : 1.8),
    }),
  )
  const heights = sets.map((text) => heightOf(text, box))
  const height = heights.reduce((sum, one) => sum + one, 0)
  if (height === 0) return
  const gap = heights.every(Boolean) ? pad : 0
  const panel = { ...inner, y: inner.y + inner.height - height - gap - 2 * pad, height: height + gap + 2 * pad }
  cover(page, panel)
  let y = panel.y + pad
  for (const [index, text] of sets.entries()) {
    print(page, text, { isKnockedOut: true, down: y - box.y })
    y += (heights[index] ?? 0) + gap
  }
}

/** Prints a solid that hides the picture. */
const cover = (page: Page, box: Box) => page.marks.push({ kind: 'solid', box, ink: 0, covers: true })

/** The panels of each row, by their number. A landscape page has more panels in a row. */
const portraitRows: Record<number, number[]> = { 2: [1, 1], 3: [1, 2], 4: [2, 2], 5: [2, 1, 2], 6: [2, 2, 2] }
const landscapeRows: Record<number, number[]> = { 2: [2], 3: [3], 4: [2, 2], 5: [3, 2], 6: [3, 3] }

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
  for (const [index, panel] of panels.entries())
    drawPanel(page, panel, { index, caption: captionAt(panel, index, size) })
}

/** The caption is above the picture. */
function drawPanel(page: Page, panel: Box, { index, caption }: { index: number; caption: SetText }) {
  const { unit } = page
  const strip = caption.lines.length > 0 ? caption.bottom - panel.y + unit * 1.5 : 0
  picture(page, below(panel, panel.y + strip), index)
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
}

function rowsOf({ recipe, width, height }: Page) {
  const lastCaption = recipe.captions.findLastIndex((caption) => caption.trim() !== '')
  const count = Math.min(6, Math.max(2, recipe.pictures.length, lastCaption + 1))
  return (width > height ? landscapeRows : portraitRows)[count] ?? [2]
}

function panelsOf(page: Page, area: Box, gap: number): Box[] {
  const rows = rowsOf(page)
  const height = (area.height - gap * (rows.length - 1)) / rows.length
  return rows.flatMap((count, row) => {
    const width = (area.width - gap * (count - 1)) / count
    const boxes = Array.from({ length: count }, (_, column) => ({
      x: area.x + column * (width + gap),
      y: area.y + row * (height + gap),
      width,
      height,
    }))
    return page.direction === 'rtl' ? boxes.reverse() : boxes
  })
}
