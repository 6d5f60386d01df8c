import { INKS } from './inks.ts'
import type { PrintedZine, Style } from './zine.ts'

const STYLE_WORDS: Record<Style, string> = {
  halftone: 'coarse halftone photograph',
  poster: 'big type',
  comics: 'comic panels',
  botanical: 'line drawing',
  ransom: 'cut-out letters',
  map: 'hand-made map',
  recipe: 'recipe card',
  gig: 'gig poster',
  diagram: 'diagram',
  perzine: 'handwriting and a taped photo',
  collage: 'collage',
  newsletter: 'newspaper columns',
  stitch: 'knitting chart',
}

/** Alt text for a page of a zine; page 0 is the cover. */
export function describePage(zine: PrintedZine, page = 0): string {
  const inside = zine.inside[page - 1]
  const subject = inside?.subject ?? zine.subject
  const article = /^[aeiou]/.test(subject) ? 'an' : 'a'
  const [first, second] = zine.inks.map((ink) => INKS[ink].name)
  const picture = `${STYLE_WORDS[zine.style]} with ${article} ${subject}, printed in ${first} and ${second}`
  if (!inside) return `Cover: “${zine.title}”, ${picture}.`
  const shown = `Page ${page + 1}: ${picture}.`
  return zine.hasTranscripts ? shown : `${shown} It reads: ${inside.head}. ${inside.text}`
}

/** The words on a page, where they stand apart; page 0 is the cover. */
export function transcribePage({ title, sub, inside }: PrintedZine, page = 0): string {
  const { head, text } = inside[page - 1] ?? { head: title, text: sub }
  return `${head}\n\n${text}`
}
