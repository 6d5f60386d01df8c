import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { ChooseFiles } from '#web/upload/pages/choose-files.tsx'
import css from './layout-stage.module.css'

type Props = {
  place: number
  busy: boolean
  onReplace: (files: File[]) => void
  onUndo: () => void
}

/** A page was taken out: another may stand there instead, or the same again. */
export const TakenOut = ({ place, busy, onReplace, onUndo }: Props) => (
  <div className={css.removed}>
    <p>Page {place + 1} was taken out.</p>
    <ChooseFiles
      label="Put another there"
      className={buttonClass({ look: 'second', size: 'small' })}
      accept="image/*"
      disabled={busy}
      onChoose={onReplace}
    >
      Put another there
    </ChooseFiles>
    <Button look="second" size="small" disabled={busy} onClick={onUndo}>
      Put it back
    </Button>
  </div>
)
