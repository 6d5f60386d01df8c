import { ph, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { QueryClient } from '@tanstack/react-query'
import { getUserMessage } from '#web/api/call.ts'
import { refreshLists } from '#web/api/use-write.ts'
import { runMutation } from '#web/api/writes.ts'
import { MemberText } from '#web/ui/member-text.tsx'
import { showToast, type ToastContent } from '#web/ui/toasts/toast-store.ts'
import { addUnwantedZine, blockCreator, removeUnwantedZine, unblockCreator } from './block-calls.ts'

export type CreatorRef = { id: string; username: string }
export type ZineRef = { id: string; title: string; language: string | null }

type Write = {
  targetId: string
  send: () => Promise<unknown>
  successToast: ToastContent
  failureMessage: string
  onDone?: () => void
}

/** Blocked members are not notified. `viewerId` is the blocking member. */
export const blockWrite = (queries: QueryClient, viewerId: string, creator: CreatorRef): Write => ({
  targetId: creator.id,
  send: () => blockCreator({ params: { id: viewerId, creatorId: creator.id } }),
  successToast: {
    title: t`Blocked`,
    description: t`You and ${ph({ username: creator.username })} no longer see each other.`,
    action: undo(() => runBlockWrite(queries, unblockWrite(viewerId, creator))),
  },
  failureMessage: t`Could not block ${ph({ username: creator.username })}`,
})

export const unblockWrite = (viewerId: string, creator: CreatorRef): Write => ({
  targetId: creator.id,
  send: () => unblockCreator({ params: { id: viewerId, creatorId: creator.id } }),
  successToast: {
    title: t`Unblocked`,
    description: t`You and ${ph({ username: creator.username })} can see each other again.`,
  },
  failureMessage: t`Could not unblock ${ph({ username: creator.username })}`,
})

export const hideWrite = (queries: QueryClient, viewerId: string, zine: ZineRef): Write => ({
  targetId: zine.id,
  send: () => addUnwantedZine({ params: { id: viewerId, zineId: zine.id } }),
  successToast: {
    title: t({ message: 'Hidden', context: 'a zine, from one’s own lists' }),
    description: (
      <Trans>
        “<MemberText text={zine.title} language={zine.language} />” won’t appear in your lists.
      </Trans>
    ),
    action: undo(() => runBlockWrite(queries, unhideWrite(viewerId, zine))),
  },
  failureMessage: t`Could not hide this zine`,
})

export const unhideWrite = (viewerId: string, zine: ZineRef): Write => ({
  targetId: zine.id,
  send: () => removeUnwantedZine({ params: { id: viewerId, zineId: zine.id } }),
  successToast: {
    title: t`Shown again`,
    description: (
      <Trans>
        “<MemberText text={zine.title} language={zine.language} />” is back in your lists.
      </Trans>
    ),
  },
  failureMessage: t`Could not show this zine again`,
})

const undo = (run: () => void) => ({ label: t`Undo`, altText: t`Undo in Account Settings`, run })

/** Runs the write, shows a message and refreshes, even if the button has unmounted meanwhile. */
export const runBlockWrite = (queries: QueryClient, { targetId, send, successToast, failureMessage, onDone }: Write) =>
  runMutation(queries, {
    mutationKey: ['avoid', targetId],
    mutationFn: send,
    onSuccess: () => {
      showToast(successToast)
      onDone?.()
      return refreshLists(queries)
    },
    onError: (error) =>
      showToast({
        title: t`Error`,
        description: getUserMessage(error, failureMessage),
        variant: 'destructive',
      }),
  })
