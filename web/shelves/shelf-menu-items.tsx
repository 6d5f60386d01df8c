import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck, LibraryBig } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Taken } from '#contract/shelf-items.ts'
import type { Zine } from '#contract/zines.ts'
import { openSignIn, useViewer, viewerIn } from '#web/accounts/viewer.ts'
import { sentenceOf } from '#web/api/call.ts'
import { runMutation } from '#web/api/writes.ts'
import { MenuItem } from '#web/ui/controls/menu.tsx'
import { showError, showToast, type ToastWords } from '#web/ui/toasts/toast-store.ts'
import { usePart } from '#web/ui/use-part.ts'
import { putOnShelf, refreshShelves, shelfAddress, shelvesQuery, takeOffShelf } from './shelf-calls.ts'

type ShelfItemsProps = {
  zine: Pick<Zine, 'id' | 'title'>
  onChooseShelf: () => void
}

export function ShelfMenuItems({ zine, onChooseShelf }: ShelfItemsProps) {
  const viewerId = useViewer()?.id
  const askIn = () => openSignIn({ because: 'shelf', goOn: onChooseShelf })
  return (
    <>
      {viewerId ? <ToReadItem viewerId={viewerId} zine={zine} /> : <GuestsToReadItem zine={zine} />}
      <MenuItem icon={LibraryBig} onSelect={viewerId ? onChooseShelf : askIn}>
        Put on a shelf
      </MenuItem>
    </>
  )
}

function GuestsToReadItem({ zine }: Pick<Put, 'zine'>) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const goOn = () => {
    const viewerId = viewerIn(queries)?.id
    if (viewerId) put({ queries, viewerId, zine, go: (to) => void navigate(to) })
  }
  return (
    <MenuItem icon={Bookmark} onSelect={() => openSignIn({ because: 'shelf', goOn })}>
      Add to To read
    </MenuItem>
  )
}

function ToReadItem({ viewerId, zine }: Pick<Put, 'viewerId' | 'zine'>) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data } = useQuery({ ...shelvesQuery(viewerId, zine.id), refetchOnMount: 'always' })
  const stands = data?.shelves.some(({ isToRead, holdsZine }) => isToRead && holdsZine)
  const Mark = stands ? BookmarkCheck : Bookmark
  const change = { queries, viewerId, zine, go: (to: string) => void navigate(to) }
  return (
    <MenuItem icon={Mark} onSelect={() => (stands ? takeOff(change) : put(change))}>
      {stands ? 'Remove from To read' : 'Add to To read'}
    </MenuItem>
  )
}

type Put = {
  queries: QueryClient
  viewerId: string
  zine: Pick<Zine, 'id' | 'title'>
  go: (address: string) => void
}

const toRead = ({ zine }: Put) => ({ params: { id: 'to-read' as const, zineId: zine.id } })

/** Adds the zine to To read: at the beginning, or at its earlier position with its notes. */
const put = (on: Put, back?: Taken) =>
  run(on, async () => {
    const { shelf } = await putOnShelf({ ...toRead(on), ...(back && { body: back }) })
    const see = { label: 'Open', elsewhere: 'To read is a shelf on your profile' }
    return {
      title: 'Added to To read',
      description: `“${on.zine.title}” waits for you there.`,
      action: { ...see, act: () => on.go(shelfAddress(shelf.id)) },
    }
  })

export const takeOff = (on: Put) =>
  run(on, async () => {
    const { taken } = await takeOffShelf(toRead(on))
    const undo = {
      label: 'Undo',
      elsewhere: 'Use the zine’s menu to put it back',
      act: () => put(on, taken),
    }
    return { title: 'Removed from To read', ...(taken && { action: undo }) }
  })

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
      showError(description)
    },
  })

const load = () => import('./put-on-shelf-dialog.tsx').then((part) => part.PutOnShelfDialog)

export function PutOnShelfSlot({ zine, onClose }: { zine: Pick<Zine, 'id' | 'title'>; onClose: () => void }) {
  const viewerId = useViewer()?.id
  const PutOnShelfDialog = usePart(viewerId !== undefined, load, onClose)
  return viewerId && PutOnShelfDialog ? <PutOnShelfDialog {...{ viewerId, zine, onClose }} /> : null
}
