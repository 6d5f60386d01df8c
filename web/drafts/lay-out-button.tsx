import { Button } from '#web/ui/controls/button.tsx'
import { useBeginDraft } from './use-begin-draft.ts'
import { useHasTable } from './use-has-table.ts'

/** Begins a zine on the layout table. Where none can be longer than one that is uploaded, it is not there. */
export function LayOutButton() {
  const { begin, isBeginning } = useBeginDraft()
  if (!useHasTable()) return null
  return (
    <Button look="quiet" aria-busy={isBeginning || undefined} onClick={() => void begin({})}>
      Lay out a longer zine
    </Button>
  )
}
