import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from './dialog.tsx'
import css from './version-choice.module.css'

type Side = 'mine' | 'saved'

type Props = {
  title: string
  description: string
  takeSavedLabel: string
  renderVersion: (side: Side, name: string) => ReactNode
  onChoose: (side: Side) => void
  focusSelector: string
  onClose: () => void
}

const sides = [
  { side: 'mine', name: msg`Yours` },
  { side: 'saved', name: msg`Saved elsewhere` },
] as const

/** Shows two conflicting versions side by side. The member chooses one. */
export function VersionChoice({
  title,
  description,
  takeSavedLabel,
  renderVersion,
  onChoose,
  focusSelector,
  onClose,
}: Props) {
  const { t } = useLingui()
  const hasChosen = useRef(false)
  const choose = (side: Side) => {
    hasChosen.current = true
    onChoose(side)
    onClose()
  }
  return (
    <Dialog
      open={true}
      title={title}
      description={description}
      width="62rem"
      onOpenChange={(open) => open || onClose()}
      returnFocusTo={() => (hasChosen.current ? document.querySelector<HTMLElement>(focusSelector) : null)}
    >
      <div className={css.sides}>
        {sides.map(({ side, name }) => (
          <div key={side}>
            <h3>{t(name)}</h3>
            {renderVersion(side, t(name))}
            <Button onClick={() => choose(side)}>{side === 'mine' ? t`Keep mine` : takeSavedLabel}</Button>
          </div>
        ))}
      </div>
    </Dialog>
  )
}
