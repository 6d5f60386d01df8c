import type { ContentNote } from './details.ts'

/** Content notes. Clients show them first and load no covered media until the reader agrees. */

type ZineWithNote = { contentNote: ContentNote | null }
type PageWithNote = { contentNote: string }

export const hidesCover = (zine: ZineWithNote & { cover?: PageWithNote | null | undefined }) =>
  hidesPage(zine, zine.cover)

export const hidesPage = (zine: ZineWithNote, page: PageWithNote | null | undefined) =>
  contentWarningsFor(zine, page).length > 0

/** The notes that a reader must accept before seeing a page; empty if the page is not covered. */
export const contentWarningsFor = ({ contentNote }: ZineWithNote, page: PageWithNote | null | undefined) => [
  ...(contentNote?.coversPages ? [contentNote.text] : []),
  ...(page?.contentNote ? [page.contentNote] : []),
]

/** All notes of a zine in one line, for places without its cover; empty if there are none. */
export const contentWarningLine = (zine: ZineWithNote & { cover?: PageWithNote | null | undefined }) => {
  const notes = [zine.contentNote?.text, zine.cover?.contentNote].filter(Boolean)
  return notes.length > 0 ? `Content note: ${notes.join(' · ')}` : ''
}
