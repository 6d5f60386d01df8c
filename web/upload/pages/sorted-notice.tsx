import { useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/controls/button.tsx'
import { isArranged } from '#web/ui/list-order.ts'
import { areDifferent, type Orders } from '../file-order.ts'
import css from './sorted-notice.module.css'

type Props<Item, Key> = {
  pages: readonly Item[]
  keyOf: (page: Item) => Key
  orders: Orders<Key> | undefined
  busy: boolean
  onArrange: (order: readonly Key[]) => void
}

/** Switches the pages that were added last between both orders. Hidden once the member has moved one. */
export function SortedNotice<Item, Key>({ pages, keyOf, orders, busy, onArrange }: Props<Item, Key>) {
  const { t } = useLingui()
  if (!orders || !areDifferent(orders)) return null
  const { chosen, byName } = orders
  const isByName = isArranged(pages, byName, keyOf)
  const isAsChosen = isArranged(pages, chosen, keyOf)
  if (isByName === isAsChosen) return null
  return (
    <div className={css.sorted}>
      <p role="status">{isByName ? t`These pages were sorted by name.` : t`These pages are in the order you chose.`}</p>
      <Button look="second" size="small" disabled={busy} onClick={() => onArrange(isByName ? chosen : byName)}>
        {isByName ? t`Keep the order I chose` : t`Sort by name`}
      </Button>
    </div>
  )
}
