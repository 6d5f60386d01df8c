import type * as contract from '#contract/documents.ts'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { ApiError, sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { type LayoutSession, replaceLayout } from '../session/use-layout.ts'
import { deleteDocument, splitDocument } from './pdf-calls.ts'
import { takePages } from './place-pages.ts'
import type { Pdfs } from './use-pdfs.ts'

export type Split = Pick<contract.DraftDocument, 'spread' | 'direction' | 'coverAlone' | 'backAlone'>

/** Ends the reading of a PDF, or puts one away that was read. Pages that lie on the table stay. */
export function useLetPdfGo(pdfs: Pdfs) {
  const { write } = useWrite({
    thing: (id) => id,
    mutationFn: (id: string) => deleteDocument({ params: { id } }).catch(unlessGone),
    onSuccess: (_answer, id) => void pdfs.drop(id),
    onError: (error) => tell(error, 'The PDF could not be put away.'),
  })
  return write
}

function unlessGone(error: unknown) {
  if (!(error instanceof ApiError && error.code === 'not_found')) throw error
}

type Splitting = { session: LayoutSession; pdfs: Pdfs; pdf: contract.DraftDocument }

/** Has a PDF read again: the pages that were made of it make room for the new ones. */
export function useSplitPdf({ session, pdfs, pdf }: Splitting) {
  const { write } = useWrite({
    mutationFn: (split: Split) => splitDocument({ params: { id: pdf.id }, body: split }),
    onSuccess: ({ document }) => {
      const isReadAgain = document.state === 'waiting' || document.state === 'reading'
      const { layout, place } = takePages(session.read().text, pdf)
      pdfs.show(document)
      if (!isReadAgain) return
      pdfs.keepPlace(pdf.id, place)
      replaceLayout(session, layout)
    },
    onError: (error) => tell(error, 'The PDF could not be read again.'),
  })
  return write
}

function tell(error: unknown, fallback: string) {
  showToast({ title: 'Error', description: sentenceOf(error, fallback), variant: 'destructive' })
  askInAgain(error)
}
