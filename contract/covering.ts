import type { ContentNote } from './details.ts'

/** Content notes. Clients show them first and load no covered media until the reader agrees. */

type NotedZine = { contentNote: ContentNote | null }
type NotedPage = { contentNote: string }

export const isCovered = (zine: NotedZine & { cover?: NotedPage | null | undefined }) =>
  coversPage(zine, zine.cover)

export const coversPage = (zine: NotedZine, page: NotedPage | null | undefined) =>
  notesOver(zine, page).length > 0

/** The notes that a reader must accept before seeing a page; undefined if the page is not covered. */
export const notesOver = ({ contentNote }: NotedZine, page: NotedPage | null | undefined) => [
  ...(contentNote?.coversPages ? [contentNote.text] : []),
  ...(page?.contentNote ? [page.contentNote] : []),
]

/** All notes of a zine in one line, for places without its cover; empty if there are none. */
export const noteLine = (zine: NotedZine & { cover?: NotedPage | null | undefined }) => {
  const notes = [zine.contentNote?.text, zine.cover?.contentNote].filter(Boolean)
  return notes.length > 0 ? `Content note: ${notes.join(' · ')}` : ''
}
