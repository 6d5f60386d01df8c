import type { Zine } from '#contract/zines.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { usePart } from '#web/ui/use-part.ts'

const load = () => import('./put-on-shelf-dialog.tsx').then((part) => part.PutOnShelfDialog)

type PutOnShelfSlotProps = { zine: Pick<Zine, 'id' | 'title'>; onClose: () => void }

/** The dialog, fetched when it is first opened. */
export function PutOnShelfSlot({ zine, onClose }: PutOnShelfSlotProps) {
  const viewerId = useViewer()?.id
  const PutOnShelfDialog = usePart(viewerId !== undefined, load, onClose)
  return viewerId && PutOnShelfDialog ? <PutOnShelfDialog {...{ viewerId, zine, onClose }} /> : null
}
