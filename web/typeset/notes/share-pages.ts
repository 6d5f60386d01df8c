import type { Section } from './read-notes.ts'

/** `of` is the whole section, if it needs several pages. */
export type NotePage = Section & { of?: Section }

type Sharing = {
  /** The numbers of pages that fill the sheets of paper. */
  isWholeSheets: (count: number) => boolean
  /** The characters that a page can have. */
  limit: number
  /** A page does not fit if it needs the smallest size. */
  fits: (page: NotePage) => boolean
}

/**
 * Puts short sections on one page with the next one, the shortest first, until the pages fill whole sheets. If that is
 * impossible, there are as few pages as possible.
 */
export function sharePages(pages: NotePage[], { isWholeSheets, limit, fits }: Sharing): NotePage[] {
  const shared = [...pages]
  while (!isWholeSheets(shared.length)) {
    const pairs = shared.slice(1).flatMap((next, index) => {
      const page = shared[index] as NotePage
      const length = lengthOf(page) + lengthOf(next)
      return isDivided(page) || isDivided(next) || next.startsPage || length > limit ? [] : { index, length }
    })
    const merged = pairs
      .toSorted((a, b) => a.length - b.length)
      .map(({ index }) => ({ index, page: mergePages(shared[index] as NotePage, shared[index + 1] as NotePage) }))
      .find(({ page }) => fits(page))
    if (!merged) break
    shared.splice(merged.index, 2, merged.page)
  }
  return shared
}

/** A paragraph or a subheading takes some space of its own. */
const paragraphLength = 40
const lengthOf = ({ title, text }: NotePage) => title.length + text.length + paragraphLength * text.split('\n\n').length

const isDivided = (page: NotePage) => page.of !== undefined

function mergePages(first: NotePage, second: NotePage): NotePage {
  const hasTitle = second.template !== 'quote' && second.title
  const parts = [markdownOf(first), hasTitle && `## ${second.title}`, markdownOf(second)]
  return {
    ...first,
    template: 'text',
    title: first.template === 'quote' ? '' : first.title,
    text: parts.filter(Boolean).join('\n\n'),
  }
}

const numbered = /^\d{1,3}[.)]\s/

function markdownOf({ template, title, text }: NotePage) {
  const lines = text.split('\n')
  if (template === 'list') return lines.map((line) => (numbered.test(line) ? line : `- ${line}`)).join('\n')
  if (template !== 'quote') return text
  return [...lines, ...(title ? [`— ${title}`] : [])].map((line) => line && `> ${line}`).join('\n')
}
