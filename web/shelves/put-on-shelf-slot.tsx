import type { Zine } from '#contract/zines.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadDialog = () => import('./put-on-shelf-dialog.tsx').then((module) => module.PutOnShelfDialog)

export function PutOnShelfSlot({
  zine,
  onClose,
}: {
  zine: Pick<Zine, 'id' | 'title' | 'language'>
  onClose: () => void
}) {
  const viewerId = useViewer()?.id
  const PutOnShelfDialog = useLazyComponent(viewerId !== undefined, loadDialog, onClose)
  return viewerId && PutOnShelfDialog ? <PutOnShelfDialog viewerId={viewerId} zine={zine} onClose={onClose} /> : null
}
