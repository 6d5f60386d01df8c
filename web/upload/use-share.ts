import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AspectRatio, ReadingDirection } from '#contract/aspect-ratios.ts'
import type { PaperFormat } from '#contract/paper-formats.ts'
import type * as contract from '#contract/publishing.ts'
import { trimText } from '#contract/visible-text.ts'
import { isUnconfirmed } from '#web/accounts/send-new-link.tsx'
import { openSignIn, useViewer } from '#web/accounts/viewer.ts'
import { isSignedOut } from '#web/accounts/viewer-changes.ts'
import { call, getUserMessage } from '#web/api/call.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import type { ZineMetadata } from '#web/details/zine-metadata.ts'
import { showError, showToast } from '#web/ui/toasts/toast-store.ts'
import { closestAspectRatio } from './aspect-ratio.ts'
import { type ChosenPages, PageUploadError } from './pages/chosen-pages.ts'
import { pageErrorMessage } from './pages/use-chosen-pages.ts'

export type ZineFields = ZineMetadata & {
  title: string
  description: string
  aspectRatio: AspectRatio
  paper: PaperFormat
  readingDirection: ReadingDirection
  mayPrint: boolean
}
/** `paper` is undefined until the member picks one. */
export type DialogFields = Omit<ZineFields, 'paper'> & { paper?: PaperFormat }

export type SharePhase = 'editing' | 'sending' | 'publishing'

const defaultMessage = msg`Failed to upload your zine. Please try again.`

const publishZine = call<typeof contract.publishZine>('POST', '/api/zines')

/** Shares the zine once: waits for uploads, publishes and refreshes lists. */
export function useShare(chosen: ChosenPages, onShared: () => void) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const viewer = useViewer()
  const [phase, setPhase] = useState<SharePhase>('editing')
  const [mustConfirm, setMustConfirm] = useState(false)
  const { write } = useWrite({
    mutationFn: async ({ title, description, ...fields }: ZineFields) => {
      setPhase('sending')
      const mediaFiles = await waitForPages(chosen)
      setPhase('publishing')
      return publishZine({
        body: {
          title: trimText(title),
          description: trimText(description) || null,
          ...fields,
          aspectRatio: findAspectRatio(chosen, fields),
          creatorId: viewer?.id,
          mediaFiles,
        },
      })
    },
    onSuccess: ({ zine }) => {
      showToast({
        title: t`Success!`,
        description: t`Your zine has been uploaded successfully.`,
        action: {
          label: t`Open the zine`,
          altText: t`The zine is on your profile`,
          run: () => void navigate(`/zine/${zine.id}`),
        },
      })
      void refreshLists(queries)
      onShared()
    },
    onError: (error) => {
      setMustConfirm(isUnconfirmed(error))
      notifyShareError(error)
    },
    onSettled: () => setPhase('editing'),
  })
  return { phase, mustConfirm, share: write }
}

/** Once the pages are uploaded, their size is known. */
export const findAspectRatio = (chosen: ChosenPages, { paper, aspectRatio }: ZineFormat) =>
  closestAspectRatio(paper, chosen.read()[0]?.media ?? undefined) ?? aspectRatio

type ZineFormat = Pick<ZineFields, 'paper' | 'aspectRatio'>

/** The pages with their media, including descriptions written during the upload. */
export async function waitForPages(chosen: ChosenPages) {
  const media = await chosen.whenReady()
  return media.map(({ url }, index) => {
    const { altText = '', transcript = '', captions = [] } = chosen.read()[index] ?? {}
    return { url, altText, transcript, ...(captions.length > 0 && { captions }) }
  })
}

export function notifyShareError(error: unknown) {
  const cause = error instanceof PageUploadError ? error.cause : error
  if (cause instanceof DOMException && cause.name === 'AbortError') return
  if (isSignedOut(cause)) {
    const wasAlreadyAsked = error instanceof PageUploadError
    if (!wasAlreadyAsked) openSignIn({ reason: 'session' })
    return
  }
  showError(
    error instanceof PageUploadError
      ? pageErrorMessage(error.pageIndex, cause, i18n._(defaultMessage))
      : getUserMessage(cause, i18n._(defaultMessage)),
  )
}
