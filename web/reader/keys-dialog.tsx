import { useLingui } from '@lingui/react/macro'
import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import css from './keys-dialog.module.css'
import { keyList } from './reading-keys.ts'
import { updateChoices } from './use-choices.ts'

type KeysDialogProps = { direction: ReadingDirection; hasLetters: boolean; onClose: () => void }

/** Lists the keys. Speech users can turn single-character keys off (WCAG 2.1.4). */
export const KeysDialog = ({ direction, hasLetters, onClose }: KeysDialogProps) => {
  const { t } = useLingui()
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Keyboard shortcuts`} width="28rem">
      <dl className={css.keys}>
        {keyList(direction).map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="meta">{t`Click or tap the middle of a page to show or hide the bars, or twice to zoom.`}</p>
      <CheckBox
        checked={hasLetters}
        onChange={({ target }) => updateChoices({ hasLetters: target.checked })}
      >{t`Use letter and symbol keys`}</CheckBox>
    </Dialog>
  )
}
