import type { ContentNote } from './details.ts'

/**
 * Content notes: what readers are told before they see a zine, or one page of it. Every door asks here whether something is
 * covered: nobody is shown it before they agree, and nothing of it is fetched but by whoever keeps the zine for offline.
 */

type NotedZine = { contentNote: ContentNote | null }
type NotedPage = { contentNote: string }

/** Whether what stands for a zine in lists, feeds and previews is covered: by the zine's note, or by that of its cover. */
export const isCovered = (zine: NotedZine & { cover?: NotedPage | null | undefined }) =>
  coversPage(zine, zine.cover)

export const coversPage = (zine: NotedZine, page: NotedPage | null | undefined) =>
  notesOver(zine, page).length > 0

/** What a reader has to be told, and has to agree to, before they see a page; nothing where it is not covered. */
export const notesOver = ({ contentNote }: NotedZine, page: NotedPage | null | undefined) => [
  ...(contentNote?.coversPages ? [contentNote.text] : []),
  ...(page?.contentNote ? [page.contentNote] : []),
]

/** What is said of a zine in a line, where its cover cannot be shown or its pages are described; empty where it says nothing. */
export const noteLine = (zine: NotedZine & { cover?: NotedPage | null | undefined }) => {
  const notes = [zine.contentNote?.text, zine.cover?.contentNote].filter(Boolean)
  return notes.length > 0 ? `Content note: ${notes.join(' · ')}` : ''
}
