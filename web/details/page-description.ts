import type { PageTemplate } from '#contract/page-recipe.ts'

/** How pages made on the site are described, until their makers describe them. */
const kinds: Record<PageTemplate, string> = {
  title: 'Title page',
  text: 'Page of text',
  columns: 'Page of text in two columns',
  picture: 'Page with a picture',
  'full-bleed': 'Page filled by a picture',
  quote: 'Quote',
  list: 'List',
  letter: 'Letter',
  comic: 'Comic',
  solid: 'Page of solid ink',
  back: 'Back cover',
}

/** `words` begins with what the page shows first. */
export function describePage(template: PageTemplate, words: string) {
  const subject = subjectOf(words)
  return subject ? `${kinds[template]}: ${subject}` : `${kinds[template]}.`
}

const automatic = new RegExp(`^(?:${Object.values(kinds).join('|')})(?:: |\\.(?: |$))`)
/** A mark before nothing is a dash. */
export const listMark = /^- (?=.*\S)/gm
/** More of them are longer than a subject. */
const maxParagraphs = 60

/** What the maker wrote, for example about the pictures: without what only repeats words of the page. */
export function ownDescription(altText: string, transcript: string) {
  const start = automatic.exec(altText)?.[0] ?? ''
  if (!start || !transcript.trim()) return altText
  const rest = altText.slice(start.length)
  if (!start.endsWith(': ')) return rest
  // Entries of a list are described without their marks, but a title can start with one.
  const paragraphs = transcript.split(/\n\s*\n/)
  for (let count = Math.min(paragraphs.length, maxParagraphs); count > 0; count -= 1) {
    const words = paragraphs.slice(0, count).join('\n\n')
    for (const subject of [words, words.replaceAll(listMark, '')].map(subjectOf))
      if (subject && `${rest} `.startsWith(`${subject} `)) return rest.slice(subject.length).trim()
  }
  return altText
}

const maxSubject = 120

function subjectOf(words: string) {
  const subject = shorten(words.trim().replace(/\s+/g, ' '), maxSubject)
  return subject && withStop(subject)
}

export const withStop = (text: string) => (/[.,!?…。、！？؟،]$/u.test(text) ? text : `${text}.`)

/** Cuts at a space if there is one, and never within a character. */
export function shorten(text: string, maxLength: number) {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')
  const space = cut.lastIndexOf(' ')
  return `${(space > maxLength / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
