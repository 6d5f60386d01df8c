import type { ContentNote } from './details.ts'

/** Content notes that a client must show first. Clients load nothing that is covered before the reader agrees. */

type NotedZine = { contentNote: ContentNote | null }
type NotedPage = { contentNote: string }

export const isCovered = (zine: NotedZine & { cover?: NotedPage | null | undefined }) =>
  coversPage(zine, zine.cover)

export const coversPage = (zine: NotedZine, page: NotedPage | null | undefined) =>
  notesOver(zine, page).length > 0

/** The notes a reader must accept before seeing a page; undefined if it is not covered. */
export const notesOver = ({ contentNote }: NotedZine, page: NotedPage | null | undefined) => [
  ...(contentNote?.coversPages ? [contentNote.text] : []),
  ...(page?.contentNote ? [page.contentNote] : []),
]

/** A zine's notes in one line, where its cover cannot be shown; empty if there are none. */
export const noteLine = (zine: NotedZine & { cover?: NotedPage | null | undefined }) => {
  const notes = [zine.contentNote?.text, zine.cover?.contentNote].filter(Boolean)
  return notes.length > 0 ? `Content note: ${notes.join(' · ')}` : ''
}
