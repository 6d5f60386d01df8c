import * as limits from '#contract/limits.ts'
import { usePageData } from '#web/page/page-data.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useBeginDraft } from './use-begin-draft.ts'

/** Begins a zine on the layout table. Where none can be longer than one that is uploaded, it is not there. */
export function LayOutButton() {
  const { begin, isBeginning } = useBeginDraft()
  const { longZinePages } = usePageData().site
  if (longZinePages <= limits.zineImages) return null
  return (
    <Button look="quiet" aria-busy={isBeginning || undefined} onClick={() => void begin({})}>
      Lay out a longer zine
    </Button>
  )
}
