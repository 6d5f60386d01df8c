import type { QueryClient } from '@tanstack/react-query'
import type { Taken } from '#contract/shelf-items.ts'
import type { Zine } from '#contract/zines.ts'
import { sentenceOf } from '#web/api/call.ts'
import { runMutation } from '#web/api/writes.ts'
import { showToast, type ToastWords } from '#web/ui/toasts/toast-store.ts'
import { putOnShelf, refreshShelves, shelfAddress, takeOffShelf } from './shelf-calls.ts'

export type Put = {
  queries: QueryClient
  viewerId: string
  zine: Pick<Zine, 'id' | 'title'>
  go: (address: string) => void
}

const toRead = ({ zine }: Put) => ({ params: { id: 'to-read' as const, zineId: zine.id } })

/** One click: the zine stands first on the viewer's To read, or where and with what it was taken off. */
export const put = (on: Put, back?: Taken) =>
  run(on, async () => {
    const { shelf } = await putOnShelf({ ...toRead(on), ...(back && { body: back }) })
    const see = { label: 'Open it', elsewhere: 'To read is a shelf of your profile' }
    return {
      title: 'On To read',
      description: `"${on.zine.title}" waits for you there.`,
      action: { ...see, act: () => on.go(shelfAddress(shelf.id)) },
    }
  })

export const takeOff = (on: Put) =>
  run(on, async () => {
    const { taken } = await takeOffShelf(toRead(on))
    const undo = {
      label: 'Undo',
      elsewhere: 'Put it back by the menu of the zine',
      act: () => put(on, taken),
    }
    return { title: 'Taken off To read', ...(taken && { action: undo }) }
  })

/** For a click whose menu is gone by the answer. */
const run = ({ queries, viewerId, zine }: Put, send: () => Promise<ToastWords>) =>
  runMutation(queries, {
    mutationKey: ['toRead', zine.id],
    mutationFn: send,
    onSuccess: (said) => {
      showToast(said)
      return refreshShelves(queries, viewerId)
    },
    onError: (error) => {
      const description = sentenceOf(error, 'Could not change To read')
      showToast({ title: 'Error', description, variant: 'destructive' })
    },
  })
