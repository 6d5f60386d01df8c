import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Shelf } from '#contract/shelves.ts'
import { shelfAddress, shelfQuery } from '#web/shelves/shelf-calls.ts'
import { useShelfTitle } from '#web/shelves/shelf-rack.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { loadFairKit } from './fair-kit-button.tsx'
import type { FairKitProps } from './fair-kit-dialog.tsx'

/** The fair kit of a shelf. Its zines can be by several creators. */
export function ShelfFairKit({ shelf, onClose }: { shelf: Shelf; onClose: () => void }) {
  const { t } = useLingui()
  const { title, language } = useShelfTitle(shelf)
  const FairKit = useLazyComponent<FairKitProps>(true, loadFairKit, onClose)
  if (!FairKit) return null
  const { username } = shelf.owner
  const readZines: FairKitProps['readZines'] = async (pageParam, signal) => {
    const { items, nextCursor } = await shelfQuery(shelf.id).queryFn({ pageParam, signal })
    return { zines: items.flatMap(({ zine }) => zine ?? []), nextCursor }
  }
  return (
    <FairKit
      sign={{
        title,
        text: t`A shelf of zines by ${ph({ username })}.`,
        address: shelfAddress(shelf.id),
        language: language ?? '',
      }}
      author={username}
      readZines={readZines}
      onClose={onClose}
    />
  )
}
