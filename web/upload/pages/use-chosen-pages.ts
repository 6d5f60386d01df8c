import { ph, t } from '@lingui/core/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { openSignIn } from '#web/accounts/viewer.ts'
import { isSignedOut } from '#web/accounts/viewer-changes.ts'
import { getUserMessage } from '#web/api/call.ts'
import { showError } from '#web/ui/toasts/toast-store.ts'
import { fileSender, UploadFailure } from '../sending/send-file.ts'
import { createChosenPages } from './chosen-pages.ts'

/** Unmounting cancels uploads, also on the server. `notify` reports all failures but an ended session. */
export function useChosenPages(notify = notifyByToast) {
  const [chosen] = useState(() => openChosenPages(notify))
  const pages = useSyncExternalStore(chosen.subscribe, chosen.read, chosen.read)
  useEffect(() => () => chosen.clear(), [chosen])
  return { chosen, pages }
}

function openChosenPages(notify: typeof notifyByToast) {
  const chosen = createChosenPages(fileSender, (pageIndex, cause) => {
    if (isSignedOut(cause)) return openSignIn({ reason: 'session', onSignedIn: () => chosen.retryFailed() })
    notify(pageIndex, cause)
  })
  return chosen
}

const notifyByToast = (pageIndex: number, cause: unknown) =>
  showError(pageErrorMessage(pageIndex, cause, t`Failed to process files.`), t`Upload failed`)

export function pageErrorMessage(pageIndex: number, cause: unknown, fallback: string) {
  const message = cause instanceof UploadFailure ? cause.message : getUserMessage(cause, '')
  return message ? t`Page ${ph({ number: pageIndex + 1 })}: ${message}` : fallback
}
