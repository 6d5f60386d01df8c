import type { ContentNote } from './details.ts'

/** What readers are told before they see a zine or a page. Every door asks here, and fetches nothing that is covered before they agree. */

type NotedZine = { contentNote: ContentNote | null }
type NotedPage = { contentNote: string }

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
