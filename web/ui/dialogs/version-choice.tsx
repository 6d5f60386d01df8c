import { type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from './dialog.tsx'
import css from './version-choice.module.css'

type Version = { name: string; shown: ReactNode; choose: string; onChoose: () => void }

type Props = {
  title: string
  description: string
  versions: Version[]
  /** What gets focus once one is chosen, as a selector. */
  goOnAt: string
  onClose: () => void
}

/** Versions of one thing that was changed in two places, side by side: one of them goes on. */
export function VersionChoice({ title, description, versions, goOnAt, onClose }: Props) {
  const isChosen = useRef(false)
  const choose = (onChoose: () => void) => {
    isChosen.current = true
    onChoose()
    onClose()
  }
  return (
    <Dialog
      {...{ open: true, title, description, width: '62rem' }}
      onOpenChange={(open) => open || onClose()}
      returnFocusTo={() => (isChosen.current ? document.querySelector<HTMLElement>(goOnAt) : null)}
    >
      <div className={css.sides}>
        {versions.map((version) => (
          <div key={version.name}>
            <h3>{version.name}</h3>
            {version.shown}
            <Button onClick={() => choose(version.onChoose)}>{version.choose}</Button>
          </div>
        ))}
      </div>
    </Dialog>
  )
}
