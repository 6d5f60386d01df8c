import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { DraftDocument } from '#contract/documents.ts'
import { itemQuery } from '#web/api/queries.ts'
import type { LayoutSession } from '../session/use-layout.ts'
import { replaceLayout } from '../session/use-layout.ts'
import { pdfsQuery, readDocument } from './pdf-calls.ts'
import { placePages } from './place-pages.ts'
import { useSendPdf } from './use-send-pdf.ts'

/** How often, in milliseconds, it is asked how far a PDF is, while somebody looks. */
const everySecond = 1_000

const isUnderway = ({ state }: DraftDocument) => state === 'waiting' || state === 'reading'

export type Pdfs = ReturnType<typeof usePdfs>

type Props = { session: LayoutSession; draftId: string; most: number }

/** The PDFs of a draft: each is sent, watched while it is read, and its pages are laid on the table as they come. */
export function usePdfs({ session, draftId, most }: Props) {
  const queries = useQueryClient()
  const list = pdfsQuery(draftId)
  const { data } = useQuery({ ...list, refetchOnMount: 'always' })
  const pdfs = data?.documents ?? []
  const reading = pdfs.find(isUnderway)
  const places = useRef(new Map<string, number>())
  const show = (pdf: DraftDocument) =>
    queries.setQueryData(list.queryKey, (known) => ({
      documents: [...(known?.documents ?? []).filter(({ id }) => id !== pdf.id), pdf],
    }))
  const drop = (id: string) =>
    queries.setQueryData(list.queryKey, (known) => ({
      documents: (known?.documents ?? []).filter((pdf) => pdf.id !== id),
    }))
  useWatch(reading, show)
  usePlacing(session, { pdfs, most, places: places.current })
  const { sending, add, cancel, again, canGoOn } = useSendPdf(draftId, show)
  return {
    ...{ pdfs, most, sending, cancel, again, canGoOn, show, drop },
    add: (file: File) => void add(file),
    isReading: (sending !== undefined && sending.step !== 'failed') || reading !== undefined,
    /** Where the pages of a PDF that is read again are to stand. */
    keepPlace: (id: string, place: number) => void places.current.set(id, place),
  }
}

function useWatch(reading: DraftDocument | undefined, show: (pdf: DraftDocument) => void) {
  const { data } = useQuery({
    ...itemQuery(readDocument, { params: { id: reading?.id ?? '' } }),
    enabled: reading !== undefined,
    staleTime: 0,
    refetchInterval: everySecond,
  })
  const tell = useEffectEvent(show)
  useEffect(() => {
    if (data) tell(data.document)
  }, [data])
}

type Placing = { pdfs: DraftDocument[]; most: number; places: Map<string, number> }

/** Whenever pages have come, or there is room again. */
function usePlacing(session: LayoutSession, { pdfs, most, places }: Placing) {
  const place = useEffectEvent(() => {
    const { text, conflict } = session.read()
    if (conflict) return
    const placed = pdfs.reduce((layout, pdf) => placePages(layout, pdf, { most, places }), text)
    if (placed !== text) replaceLayout(session, placed)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come is what it is about
  useEffect(() => {
    place()
    // Also when a page was taken out.
    return session.subscribe(() => place())
  }, [session, pdfs])
}
