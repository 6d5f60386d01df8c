import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type * as contract from '#contract/documents.ts'
import type { DraftDocument } from '#contract/documents.ts'
import * as limits from '#contract/limits.ts'
import { notifyFailure } from '#web/accounts/viewer-changes.ts'
import { call, getUserMessage, ignoreNotFound, isNotFound } from '#web/api/call.ts'
import { itemQuery } from '#web/api/queries.ts'
import { useWrite, workingCopy } from '#web/api/use-write.ts'
import { useSendFile } from '#web/upload/sending/use-send-file.ts'
import { type LayoutSession, replaceContent } from '../session/use-layout.ts'
import { insertPdfPages, removePdfPages } from './insert-pdf-pages.ts'

const addDocument = call<typeof contract.addDocument>('POST', '/api/drafts/:id/documents')
const listDocuments = call<typeof contract.listDocuments>('GET', '/api/drafts/:id/documents')
const readDocument = call<typeof contract.readDocument>('GET', '/api/documents/:id')
const splitDocument = call<typeof contract.splitDocument>('PUT', '/api/documents/:id')
const deleteDocument = call<typeof contract.deleteDocument>('DELETE', '/api/documents/:id')

const pdfsQuery = (draftId: string) => ({
  ...itemQuery(listDocuments, { params: { id: draftId } }),
  meta: workingCopy,
})

const pollIntervalMs = 1_000
const timeoutMs = 20_000

const isReading = ({ state }: DraftDocument) => state === 'waiting' || state === 'reading'

export type Pdfs = ReturnType<typeof usePdfs>

type Props = { session: LayoutSession; draftId: string; maxPages: number }

export function usePdfs({ session, draftId, maxPages }: Props) {
  const queries = useQueryClient()
  const list = pdfsQuery(draftId)
  const { data } = useQuery({ ...list, refetchOnMount: 'always' })
  const pdfs = data?.documents ?? []
  const readingPdf = pdfs.find(isReading)
  const positions = useRef(new Map<string, number>())
  const update = (pdf: DraftDocument) =>
    queries.setQueryData(list.queryKey, (currentPdfs) => ({
      documents: [...(currentPdfs?.documents ?? []).filter(({ id }) => id !== pdf.id), pdf],
    }))
  const remove = (id: string) =>
    queries.setQueryData(list.queryKey, (currentPdfs) => ({
      documents: (currentPdfs?.documents ?? []).filter((pdf) => pdf.id !== id),
    }))
  usePollPdf(readingPdf?.id, { update, remove })
  const getPdfs = () => queries.getQueryData(list.queryKey)?.documents ?? []
  useInsertPdfs(session, { pdfs, getPdfs, maxPages, positions: positions.current })
  const { sending, add, cancel, retry, canRetry } = useSendPdf(draftId, update)
  return {
    pdfs,
    maxPages,
    sending,
    cancel,
    retry,
    canRetry,
    update,
    remove,
    add: (file: File) => void add(file),
    isReading: (sending !== undefined && sending.status !== 'failed') || readingPdf !== undefined,
    rememberPosition: (id: string, pageIndex: number) => void positions.current.set(id, pageIndex),
  }
}

type PdfCallbacks = { update: (pdf: DraftDocument) => void; remove: (id: string) => void }

function usePollPdf(id: string | undefined, callbacks: PdfCallbacks) {
  const update = useEffectEvent(callbacks.update)
  const remove = useEffectEvent(callbacks.remove)
  useEffect(() => {
    if (!id) return
    const stop = new AbortController()
    const fetchPdf = async () => {
      if (document.visibilityState === 'hidden') return
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)])
      try {
        const { document: pdf } = await readDocument({ params: { id }, signal })
        if (!stop.signal.aborted) update(pdf)
      } catch (error) {
        if (isNotFound(error)) remove(id)
      }
    }
    let timer: ReturnType<typeof setTimeout>
    const schedulePoll = () => {
      timer = setTimeout(() => void fetchPdf().then(() => stop.signal.aborted || schedulePoll()), pollIntervalMs)
    }
    schedulePoll()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [id])
}

type InsertPdfsOptions = {
  pdfs: DraftDocument[]
  /** The current value, before React renders it. */
  getPdfs: () => DraftDocument[]
  maxPages: number
  positions: Map<string, number>
}

function useInsertPdfs(session: LayoutSession, { pdfs, getPdfs, maxPages, positions }: InsertPdfsOptions) {
  const insertPages = useEffectEvent(() => {
    const { text, conflict } = session.read()
    if (conflict) return
    const options = { maxPages, positions }
    const updated = getPdfs().reduce((content, pdf) => insertPdfPages(content, pdf, options), text)
    if (updated !== text) replaceContent(session, updated)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when pages arrive
  useEffect(() => {
    insertPages()
    return session.subscribe(() => insertPages())
  }, [session, pdfs])
}

/** Uploads one PDF at a time and resumes an interrupted upload. */
const useSendPdf = (draftId: string, onAdded: (pdf: DraftDocument) => void) => {
  const { t } = useLingui()
  return useSendFile({
    maxMb: limits.pdfMb,
    tooLargeMessage: t`A PDF can be up to ${ph({ pdfMb: limits.pdfMb })} MB. Export a smaller file, or split it into several PDFs.`,
    failedMessage: t`Your PDF could not be uploaded. Please try again.`,
    create: ({ uploadId }) => addDocument({ params: { id: draftId }, body: { uploadId } }),
    onCreated: ({ document }) => onAdded(document),
  })
}

export type Split = Pick<DraftDocument, 'spread' | 'direction' | 'coverAlone' | 'backAlone'>

/** Stops reading a PDF or removes it. Its pages stay on the layout table. */
export function useDismissPdf(pdfs: Pdfs) {
  const { t } = useLingui()
  const { write } = useWrite({
    lockKey: (id) => id,
    mutationFn: (id: string) => deleteDocument({ params: { id } }).catch(ignoreNotFound),
    onSuccess: (_response, id) => void pdfs.remove(id),
    onError: (error) => notifyFailure(error, getUserMessage(error, t`The PDF could not be removed. Please try again.`)),
  })
  return write
}

type SplitOptions = { session: LayoutSession; pdfs: Pdfs; pdf: DraftDocument }

export function useSplitPdf({ session, pdfs, pdf }: SplitOptions) {
  const { t } = useLingui()
  const { write } = useWrite({
    mutationFn: (split: Split) => splitDocument({ params: { id: pdf.id }, body: split }),
    onSuccess: ({ document }) => {
      const isReread = document.state === 'waiting' || document.state === 'reading'
      const { content, pageIndex } = removePdfPages(session.read().text, pdf)
      pdfs.update(document)
      if (!isReread) return
      pdfs.rememberPosition(pdf.id, pageIndex)
      replaceContent(session, content)
    },
    onError: (error) =>
      notifyFailure(error, getUserMessage(error, t`The PDF could not be read again. Please try again later.`)),
  })
  return write
}
