import { useEffect, useState, useSyncExternalStore } from 'react'
import { openSignIn } from '#web/accounts/open-sign-in.ts'
import { isSignedOut } from '#web/accounts/session-ended.ts'
import { sentenceOf } from '#web/api/call.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { fileSender } from '../sending/send-file.ts'
import { createDraftPages } from './draft-pages.ts'

/** The pages of the open dialog; when it goes, what is still being sent is ended on the server too. */
export function useDraftPages() {
  const [draft] = useState(openDraft)
  const pages = useSyncExternalStore(draft.subscribe, draft.read, draft.read)
  useEffect(() => () => draft.clear(), [draft])
  return { draft, pages }
}

function openDraft() {
  const draft = createDraftPages(fileSender, (place, cause) => {
    if (isSignedOut(cause)) return openSignIn({ because: 'session', goOn: () => draft.retryFailed() })
    showToast({
      title: 'Upload failed',
      description: pageSentence(place, cause, 'Failed to process files.'),
      variant: 'destructive',
    })
  })
  return draft
}

/** The server's sentence with the page it is about, or the fallback. */
export function pageSentence(place: number, cause: unknown, fallback: string) {
  const sentence = sentenceOf(cause, '')
  return sentence ? `Page ${place + 1}: ${sentence}` : fallback
}
