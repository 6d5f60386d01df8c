import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { AspectRatio, ReadingDirection } from '#contract/aspect-ratios.ts'
import type * as contract from '#contract/publishing.ts'
import { isUnconfirmed } from '#web/accounts/send-new-link.tsx'
import { openSignIn, useViewer } from '#web/accounts/viewer.ts'
import { isSignedOut } from '#web/accounts/viewer-changes.ts'
import { call, sentenceOf } from '#web/api/call.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import type { Said } from '#web/details/said.ts'
import { showError, showToast } from '#web/ui/toasts/toast-store.ts'
import { createDraftPages, type DraftPages, PageProblem } from './pages/draft-pages.ts'
import { fileSender, UploadFailure } from './sending/send-file.ts'

/** Unmounting cancels uploads, also on the server. `tell` reports all failures but an ended session. */
export function useDraftPages(tell = tellInToast) {
  const [draft] = useState(() => openDraft(tell))
  const pages = useSyncExternalStore(draft.subscribe, draft.read, draft.read)
  useEffect(() => () => draft.clear(), [draft])
  return { draft, pages }
}

function openDraft(tell: typeof tellInToast) {
  const draft = createDraftPages(fileSender, (place, cause) => {
    if (isSignedOut(cause)) return openSignIn({ because: 'session', goOn: () => draft.retryFailed() })
    tell(place, cause)
  })
  return draft
}

const tellInToast = (place: number, cause: unknown) =>
  showError(pageSentence(place, cause, 'Failed to process files.'), 'Upload failed')

export type DraftWords = Said & {
  title: string
  description: string
  aspectRatio: AspectRatio
  readingDirection: ReadingDirection
  mayPrint: boolean
}
export type SharePhase = 'editing' | 'sending' | 'publishing'

const failure = 'Failed to upload your zine. Please try again.'

const publishZine = call<typeof contract.publishZine>('POST', '/api/zines')

/** Shares the zine once: waits for uploads, publishes and refreshes lists. */
export function useShare(draft: DraftPages, onShared: () => void) {
  const queries = useQueryClient()
  const viewer = useViewer()
  const [phase, setPhase] = useState<SharePhase>('editing')
  const [mustConfirm, setMustConfirm] = useState(false)
  const { write } = useWrite({
    mutationFn: async ({ title, description, ...words }: DraftWords) => {
      setPhase('sending')
      const mediaFiles = await readyPages(draft)
      setPhase('publishing')
      return publishZine({
        body: {
          title: title.trim(),
          description: description.trim() || null,
          ...words,
          creatorId: viewer?.id,
          mediaFiles,
        },
      })
    },
    onSuccess: () => {
      showToast({ title: 'Success!', description: 'Your zine has been uploaded successfully.' })
      void refreshLists(queries)
      onShared()
    },
    onError: (error) => {
      setMustConfirm(isUnconfirmed(error))
      tellFailure(error)
    },
    onSettled: () => setPhase('editing'),
  })
  return { phase, mustConfirm, share: write }
}

/** The pages with their media, including descriptions written during the upload. */
export async function readyPages(draft: DraftPages) {
  const media = await draft.whenReady()
  return media.map(({ url }, place) => {
    const { altText = '', transcript = '' } = draft.read()[place] ?? {}
    return { url, altText, transcript }
  })
}

export function tellFailure(error: unknown) {
  const cause = error instanceof PageProblem ? error.cause : error
  if (cause instanceof DOMException && cause.name === 'AbortError') return
  if (isSignedOut(cause)) {
    const isAskedAlready = error instanceof PageProblem
    if (!isAskedAlready) openSignIn({ because: 'session' })
    return
  }
  showError(
    error instanceof PageProblem ? pageSentence(error.place, cause, failure) : sentenceOf(cause, failure),
  )
}

function pageSentence(place: number, cause: unknown, fallback: string) {
  const sentence = cause instanceof UploadFailure ? cause.message : sentenceOf(cause, '')
  return sentence ? `Page ${place + 1}: ${sentence}` : fallback
}
