import { type Box, bleedOf } from '../drawing.ts'
import { heightOf, highlight, type Page, picture, print, setBody, setTitle } from './page.ts'

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
  picture(page, pictureSpace(page), 0)
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

/** The page, or both facing pages and what is cut off around them, so that the halves meet exactly at the fold. */
function pictureSpace({ width, height, recipe: { spread } }: Page): Box {
  if (!spread) return { x: 0, y: 0, width, height }
  const bleed = Math.ceil(bleedOf({ width }))
  return { x: spread === 'left' ? -bleed : -width - bleed, y: 0, width: 2 * (width + bleed), height }
}

/** Prints a solid that hides the picture. */
const cover = (page: Page, box: Box) => page.marks.push({ kind: 'solid', box, ink: 0, covers: true })
