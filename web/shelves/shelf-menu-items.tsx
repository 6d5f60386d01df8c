import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck, LibraryBig } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { RemovedShelfItem } from '#contract/shelf-items.ts'
import type { Zine } from '#contract/zines.ts'
import { openSignIn, useViewer, viewerIn } from '#web/accounts/viewer.ts'
import { getUserMessage } from '#web/api/call.ts'
import { runMutation } from '#web/api/writes.ts'
import { MenuItem } from '#web/ui/controls/menu.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { showError, showToast, type ToastContent } from '#web/ui/toasts/toast-store.ts'
import { putOnShelf, refreshShelves, shelfAddress, shelvesQuery, takeOffShelf } from './shelf-calls.ts'

type ShelfMenuItemsProps = {
  zine: Pick<Zine, 'id' | 'title' | 'language'>
  onChooseShelf: () => void
}

export function ShelfMenuItems({ zine, onChooseShelf }: ShelfMenuItemsProps) {
  const { t } = useLingui()
  const viewerId = useViewer()?.id
  const requireSignIn = () => openSignIn({ reason: 'shelf', onSignedIn: onChooseShelf })
  return (
    <>
      {viewerId ? <ToReadItem viewerId={viewerId} zine={zine} /> : <GuestToReadItem zine={zine} />}
      <MenuItem icon={LibraryBig} onSelect={viewerId ? onChooseShelf : requireSignIn}>{t`Put on a shelf`}</MenuItem>
    </>
  )
}

function GuestToReadItem({ zine }: Pick<ToReadChange, 'zine'>) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const putAfterSignIn = () => {
    const viewerId = viewerIn(queries)?.id
    if (viewerId) putOnToRead({ queries, viewerId, zine, navigateTo: (to) => void navigate(to) })
  }
  return (
    <MenuItem
      icon={Bookmark}
      onSelect={() => openSignIn({ reason: 'shelf', onSignedIn: putAfterSignIn })}
    >{t`Add to “To read”`}</MenuItem>
  )
}

function ToReadItem({ viewerId, zine }: Pick<ToReadChange, 'viewerId' | 'zine'>) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data } = useQuery({ ...shelvesQuery(viewerId, zine.id), refetchOnMount: 'always' })
  const isOnToRead = data?.shelves.some(({ isToRead, holdsZine }) => isToRead && holdsZine)
  const BookmarkIcon = isOnToRead ? BookmarkCheck : Bookmark
  const change = { queries, viewerId, zine, navigateTo: (to: string) => void navigate(to) }
  return (
    <MenuItem icon={BookmarkIcon} onSelect={() => (isOnToRead ? takeOffToRead(change) : putOnToRead(change))}>
      {isOnToRead ? t`Remove from “To read”` : t`Add to “To read”`}
    </MenuItem>
  )
}

type ToReadChange = {
  queries: QueryClient
  viewerId: string
  zine: Pick<Zine, 'id' | 'title' | 'language'>
  navigateTo: (address: string) => void
}

const toReadParams = ({ zine }: ToReadChange) => ({ params: { id: 'to-read' as const, zineId: zine.id } })

/** Adds the zine to To read: at the beginning, or at its earlier position with its notes. */
const putOnToRead = (change: ToReadChange, restored?: RemovedShelfItem) =>
  runChange(change, async () => {
    const { shelf } = await putOnShelf({ ...toReadParams(change), ...(restored && { body: restored }) })
    const openAction = { label: t`Open`, altText: t`“To read” is a shelf on your profile` }
    return {
      title: t`Added to “To read”`,
      description: (
        <>
          <Trans>
            “<MemberText text={change.zine.title} language={change.zine.language} />” is waiting for you there.
          </Trans>
        </>
      ),
      action: { ...openAction, run: () => change.navigateTo(shelfAddress(shelf.id)) },
    }
  })

export const takeOffToRead = (change: ToReadChange) =>
  runChange(change, async () => {
    const { taken } = await takeOffShelf(toReadParams(change))
    const undo = {
      label: t`Undo`,
      altText: t`Use the zine’s menu to put it back`,
      run: () => putOnToRead(change, taken),
    }
    return { title: t`Removed from “To read”`, ...(taken && { action: undo }) }
  })

const runChange = ({ queries, viewerId, zine }: ToReadChange, send: () => Promise<ToastContent>) =>
  runMutation(queries, {
    mutationKey: ['toRead', zine.id],
    mutationFn: send,
    onSuccess: (toast) => {
      showToast(toast)
      return refreshShelves(queries, viewerId)
    },
    onError: (error) => {
      const description = getUserMessage(error, t`Could not change “To read”`)
      showError(description)
    },
  })
