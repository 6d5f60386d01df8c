import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck, LibraryBig } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Zine } from '#contract/zines.ts'
import { openSignIn, useViewer, viewerIn } from '#web/accounts/viewer.ts'
import { MenuItem } from '#web/ui/controls/menu.tsx'
import { shelvesQuery } from './shelf-calls.ts'
import { type Put, put, takeOff } from './to-read.ts'

type ShelfItemsProps = {
  zine: Pick<Zine, 'id' | 'title'>
  /** Opens the dialog, which must not go with the menu. */
  onChooseShelf: () => void
}

/** What a zine's menu has of shelves. Guests are asked in. */
export function ShelfMenuItems({ zine, onChooseShelf }: ShelfItemsProps) {
  const viewerId = useViewer()?.id
  const askIn = () => openSignIn({ because: 'shelf', goOn: onChooseShelf })
  return (
    <>
      {viewerId ? <ToReadItem viewerId={viewerId} zine={zine} /> : <GuestsToReadItem zine={zine} />}
      <MenuItem
        icon={<LibraryBig className="ico" aria-hidden="true" />}
        onSelect={viewerId ? onChooseShelf : askIn}
      >
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
    <MenuItem
      icon={<Bookmark className="ico" aria-hidden="true" />}
      onSelect={() => openSignIn({ because: 'shelf', goOn })}
    >
      Put on To read
    </MenuItem>
  )
}

/** Whether it stands there is asked for when the menu opens. */
function ToReadItem({ viewerId, zine }: Pick<Put, 'viewerId' | 'zine'>) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data } = useQuery({ ...shelvesQuery(viewerId, zine.id), refetchOnMount: 'always' })
  const stands = data?.shelves.some(({ isToRead, holdsZine }) => isToRead && holdsZine)
  const Mark = stands ? BookmarkCheck : Bookmark
  const change = { queries, viewerId, zine, go: (to: string) => void navigate(to) }
  return (
    <MenuItem
      icon={<Mark className="ico" aria-hidden="true" />}
      onSelect={() => (stands ? takeOff(change) : put(change))}
    >
      {stands ? 'Take off To read' : 'Put on To read'}
    </MenuItem>
  )
}
