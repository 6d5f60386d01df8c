import { encode } from 'uqr'
import { toOneLine } from '#contract/one-line.ts'
import { darkerInk } from '../contrast.ts'
import { coverLayouts } from './cover-designs.ts'
import { atEnd, atStart, below, heightOf, type Page, print, setBody, setTitle, solid, toFoot } from './page.ts'

/** A title page in its design. */
export const titlePage = (page: Page) => coverLayouts[page.recipe.cover ?? 'block'](page)

/** A solid of the second ink fills the page, with the text on it. */
export function solidPage(page: Page) {
  const { inner, unit } = page
  solid(page, { x: 0, y: 0, width: page.width, height: page.height }, 1)
  const isKnockedOut = !page.overprints
  const title = setTitle(page, { ...inner, height: inner.height * 0.5 }, { max: unit * 22 })
  print(page, title, { isKnockedOut })
  const box = below(inner, title.lines.length > 0 ? title.bottom + unit * 4 : inner.y)
  const text = setBody(page, [box], { max: page.min * 2, large: page.min * (title.lines.length > 0 ? 4 : 6) })
  print(page, text, { isKnockedOut, down: toFoot(page, text) })
}

/** Prints name, year, rights and the zine’s address as a QR code. Cameras need four empty modules around it. */
export function back(page: Page) {
  const { inner, unit, width, recipe } = page
  const address = toOneLine(recipe.captions[0] ?? '')
    .trim()
    .toWellFormed()
  const codeSize = address ? unit * 30 : 0
  const textWidth = inner.width - (codeSize && codeSize + unit * 5)
  const column = atStart(page, inner, textWidth)

  const addressText = setBody(page, [inner], { text: address, max: page.min })
  const bottom = inner.y + inner.height - (address ? heightOf(addressText, inner) + unit * 3 : 0)
  const top = page.height * 0.45
  const title = setTitle(page, { ...column, y: top, height: (bottom - top) * 0.5 }, { max: unit * 12 })
  const text = setBody(page, [{ ...column, y: title.bottom + unit * 2, height: bottom - title.bottom - unit * 2 }], {
    max: page.min * 1.2,
  })
  const down = bottom - Math.max(text.lines.length > 0 ? text.bottom : title.bottom, top + codeSize)
  solid(page, { x: 0, y: 0, width, height: top + down - unit * 10 }, 1)
  solid(page, { ...inner, y: top + down - unit * 5.2, height: unit * 0.9 }, 0)
  print(page, title, { down })
  print(page, text, { down })
  if (!address) return
  const code = { ...atEnd(page, inner, codeSize), y: bottom - codeSize, height: codeSize }
  const ink = darkerInk(recipe)
  page.marks.push({ kind: 'qr', box: code, modules: encode(address, { border: 0 }).data, ink })
  print(page, addressText, { ink, down: inner.height - heightOf(addressText, inner) })
}
