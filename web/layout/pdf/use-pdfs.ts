import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { AspectRatio } from '#contract/aspect-ratios.ts'
import type * as contract from '#contract/documents.ts'
import type { DraftDocument } from '#contract/documents.ts'
import * as limits from '#contract/limits.ts'
import { tellFailure } from '#web/accounts/viewer-changes.ts'
import { call, isGone, sentenceOf, unlessGone } from '#web/api/call.ts'
import { itemQuery } from '#web/api/queries.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useSendFile } from '#web/upload/sending/use-send-file.ts'
import { type LayoutSession, replaceLayout } from '../session/use-layout.ts'
import { blankLayout } from '../table/layout.ts'
import { placePages, takePages } from './place-pages.ts'

const addDocument = call<typeof contract.addDocument>('POST', '/api/drafts/:id/documents')
const listDocuments = call<typeof contract.listDocuments>('GET', '/api/drafts/:id/documents')
const readDocument = call<typeof contract.readDocument>('GET', '/api/documents/:id')
const splitDocument = call<typeof contract.splitDocument>('PUT', '/api/documents/:id')
const deleteDocument = call<typeof contract.deleteDocument>('DELETE', '/api/documents/:id')

const pdfsQuery = (draftId: string) => itemQuery(listDocuments, { params: { id: draftId } })

const everySecond = 1_000
const patience = 20_000

const isUnderway = ({ state }: DraftDocument) => state === 'waiting' || state === 'reading'

export type Pdfs = ReturnType<typeof usePdfs>

type Props = { session: LayoutSession; draftId: string; most: number }

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
  useWatch(reading?.id, { show, drop })
  const known = () => queries.getQueryData(list.queryKey)?.documents ?? []
  usePlacing(session, { pdfs, known, most, places: places.current })
  const { sending, add, cancel, again, canGoOn } = useSendPdf(draftId, show)
  return {
    ...{ pdfs, most, sending, cancel, again, canGoOn, show, drop },
    add: (file: File) => void add(file),
    isReading: (sending !== undefined && sending.step !== 'failed') || reading !== undefined,
    keepPlace: (id: string, place: number) => void places.current.set(id, place),
  }
}

type Shown = { show: (pdf: DraftDocument) => void; drop: (id: string) => void }

function useWatch(id: string | undefined, shown: Shown) {
  const show = useEffectEvent(shown.show)
  const drop = useEffectEvent(shown.drop)
  useEffect(() => {
    if (!id) return
    const stop = new AbortController()
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(patience)])
      try {
        const { document: pdf } = await readDocument({ params: { id }, signal })
        if (!stop.signal.aborted) show(pdf)
      } catch (error) {
        if (isGone(error)) drop(id)
      }
    }
    let clock: ReturnType<typeof setTimeout>
    const again = () => {
      clock = setTimeout(() => void ask().then(() => stop.signal.aborted || again()), everySecond)
    }
    again()
    return () => {
      stop.abort()
      clearTimeout(clock)
    }
  }, [id])
}

type Placing = {
  pdfs: DraftDocument[]
  /** The current value, before React renders it. */
  known: () => DraftDocument[]
  most: number
  places: Map<string, number>
}

function usePlacing(session: LayoutSession, { pdfs, known, most, places }: Placing) {
  const ratio = useRef<{ last: AspectRatio; isChosen: boolean }>(undefined)
  const place = useEffectEvent(() => {
    const { text, conflict } = session.read()
    if (conflict) return
    ratio.current ??= { last: text.aspectRatio, isChosen: text.aspectRatio !== blankLayout.aspectRatio }
    if (text.aspectRatio !== ratio.current.last) ratio.current.isChosen = true
    const options = { most, places, choosesRatio: !ratio.current.isChosen }
    const placed = known().reduce((layout, pdf) => placePages(layout, pdf, options), text)
    ratio.current.last = placed.aspectRatio
    if (placed !== text) replaceLayout(session, placed)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when pages arrive
  useEffect(() => {
    place()
    return session.subscribe(() => place())
  }, [session, pdfs])
}

/** Uploads one PDF at a time and resumes an interrupted upload. */
const useSendPdf = (draftId: string, onAdded: (pdf: DraftDocument) => void) =>
  useSendFile({
    mostMb: limits.pdfMb,
    tooLarge: `A PDF can be up to ${limits.pdfMb} MB. Export it smaller, or in parts.`,
    failed: 'Your PDF could not be uploaded.',
    make: ({ uploadId }) => addDocument({ params: { id: draftId }, body: { uploadId } }),
    onMade: ({ document }) => onAdded(document),
  })

export type Split = Pick<DraftDocument, 'spread' | 'direction' | 'coverAlone' | 'backAlone'>

/** Stops reading a PDF or removes it. Its pages stay in the layout. */
export function useLetPdfGo(pdfs: Pdfs) {
  const { write } = useWrite({
    thing: (id) => id,
    mutationFn: (id: string) => deleteDocument({ params: { id } }).catch(unlessGone),
    onSuccess: (_answer, id) => void pdfs.drop(id),
    onError: (error) => tellFailure(error, sentenceOf(error, 'The PDF could not be removed.')),
  })
  return write
}

type Splitting = { session: LayoutSession; pdfs: Pdfs; pdf: DraftDocument }

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
    onError: (error) => tellFailure(error, sentenceOf(error, 'The PDF could not be read again.')),
  })
  return write
}
