import { useRef } from 'react'
import type { Shelf } from '#contract/shelves.ts'
import type { useList } from '#web/api/queries.ts'
import { restAddress } from '#web/page/list-rest.ts'
import { shelfAddress } from '#web/shelves/shelf-calls.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { counted } from '#web/ui/number.ts'
import rack from '#web/ui/rack.module.css'
import { Empty } from '#web/ui/states/empty.tsx'
import { ListEnd } from '#web/ui/states/list-end.tsx'
import { useFocusOnMore } from '#web/ui/states/use-focus-on-more.ts'
import { itemsOf } from './arranged.ts'
import { ShelfLine } from './shelf-line.tsx'
import type { ShelfQuery } from './shelf-reads.ts'
import { useArranging } from './use-arranging.ts'
import { useDrag } from './use-drag.ts'

type ShelfPart = Awaited<ReturnType<ShelfQuery['queryFn']>>

type ShelfItemsProps = {
  shelf: Shelf
  list: ReturnType<typeof useList<ShelfPart>>
  query: ShelfQuery
  isOwn: boolean
}

/** What stands on a shelf, in its owner's order; the owner can change it. */
export function ShelfItems({ shelf, list, query, isOwn }: ShelfItemsProps) {
  const items = itemsOf(list.data?.pages ?? [])
  const rows = useRef<HTMLOListElement>(null)
  const { said, ...arranging } = useArranging({ shelf, query, items, rows })
  const drag = useDrag(rows, arranging.move)
  useFocusOnMore(rows, items.length)
  if (items.length === 0 && !list.hasNextPage) return <NothingThere isOwn={isOwn} />
  return (
    <>
      <h2 className="sr">On this shelf</h2>
      <ol className={rack.grid} ref={rows}>
        {items.map((item, index) => (
          <ShelfLine
            key={item.id}
            {...{ shelf, item, index, isOwn, arranging, drag }}
            isLast={index === items.length - 1 && !list.hasNextPage}
          />
        ))}
      </ol>
      <ListEnd
        list={list}
        soFar={`${counted(items.length, 'zine')} so far`}
        restAt={(cursor) => restAddress(shelfAddress(shelf.id), cursor)}
      />
      <p className="sr" role="status">
        {said}
      </p>
    </>
  )
}

const NothingThere = ({ isOwn }: { isOwn: boolean }) =>
  isOwn ? (
    <Empty
      spot="desk"
      title="Nothing on it yet"
      hint="Open a zine, and its menu has Put on a shelf. What you put here stands in your own order."
    >
      <Link className={buttonClass({})} to="/">
        Find zines
      </Link>
    </Empty>
  ) : (
    <Empty spot="empty" title="Nothing on it yet" hint="Its owner has not put a zine here so far." />
  )
