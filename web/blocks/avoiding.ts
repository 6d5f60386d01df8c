import type { QueryClient } from '@tanstack/react-query'
import { sentenceOf } from '#web/api/call.ts'
import { refreshLists } from '#web/api/use-write.ts'
import { runMutation } from '#web/api/writes.ts'
import { showToast, type ToastWords } from '#web/ui/toasts/toast-store.ts'
import { addUnwantedZine, blockCreator, removeUnwantedZine, unblockCreator } from './block-calls.ts'

export type Maker = { id: string; username: string }
export type Paper = { id: string; title: string }

type Write = {
  thing: string
  send: () => Promise<unknown>
  said: ToastWords
  unsaid: string
  onDone?: () => void
}

/** Blocked members are not notified. `viewerId` is the blocking member. */
export const blocking = (queries: QueryClient, viewerId: string, maker: Maker): Write => ({
  thing: maker.id,
  send: () => blockCreator({ params: { id: viewerId, creatorId: maker.id } }),
  said: {
    title: 'Blocked',
    description: `You and ${maker.username} no longer see each other.`,
    action: undo(() => avoid(queries, unblocking(viewerId, maker))),
  },
  unsaid: `Could not block ${maker.username}`,
})

export const unblocking = (viewerId: string, maker: Maker): Write => ({
  thing: maker.id,
  send: () => unblockCreator({ params: { id: viewerId, creatorId: maker.id } }),
  said: { title: 'Unblocked', description: `You and ${maker.username} can see each other again.` },
  unsaid: `Could not unblock ${maker.username}`,
})

export const hiding = (queries: QueryClient, viewerId: string, zine: Paper): Write => ({
  thing: zine.id,
  send: () => addUnwantedZine({ params: { id: viewerId, zineId: zine.id } }),
  said: {
    title: 'Hidden',
    description: `“${zine.title}” won’t appear in your lists.`,
    action: undo(() => avoid(queries, showing(viewerId, zine))),
  },
  unsaid: 'Could not hide this zine',
})

export const showing = (viewerId: string, zine: Paper): Write => ({
  thing: zine.id,
  send: () => removeUnwantedZine({ params: { id: viewerId, zineId: zine.id } }),
  said: { title: 'Shown again', description: `“${zine.title}” is back in your lists.` },
  unsaid: 'Could not show this zine again',
})

const undo = (act: () => void) => ({ label: 'Undo', elsewhere: 'Undo in Account Settings', act })

/** Runs the write, shows a message and refreshes, even if the button has unmounted meanwhile. */
export const avoid = (queries: QueryClient, { thing, send, said, unsaid, onDone }: Write) =>
  runMutation(queries, {
    mutationKey: ['avoid', thing],
    mutationFn: send,
    onSuccess: () => {
      showToast(said)
      onDone?.()
      return refreshLists(queries)
    },
    onError: (error) =>
      showToast({ title: 'Error', description: sentenceOf(error, unsaid), variant: 'destructive' }),
  })
