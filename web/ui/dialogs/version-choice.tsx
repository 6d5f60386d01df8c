import { type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from './dialog.tsx'
import css from './version-choice.module.css'

type Side = 'mine' | 'saved'

type Props = {
  title: string
  description: string
  takeSaved: string
  shown: (side: Side, name: string) => ReactNode
  onChoose: (side: Side) => void
  goOnAt: string
  onClose: () => void
}

const sides = [
  { side: 'mine', name: 'Yours' },
  { side: 'saved', name: 'Saved elsewhere' },
] as const

/** Shows two conflicting versions side by side. The member chooses one. */
export function VersionChoice({ title, description, takeSaved, shown, onChoose, goOnAt, onClose }: Props) {
  const isChosen = useRef(false)
  const choose = (side: Side) => {
    isChosen.current = true
    onChoose(side)
    onClose()
  }
  return (
    <Dialog
      {...{ open: true, title, description, width: '62rem' }}
      onOpenChange={(open) => open || onClose()}
      returnFocusTo={() => (isChosen.current ? document.querySelector<HTMLElement>(goOnAt) : null)}
    >
      <div className={css.sides}>
        {sides.map(({ side, name }) => (
          <div key={side}>
            <h3>{name}</h3>
            {shown(side, name)}
            <Button onClick={() => choose(side)}>{side === 'mine' ? 'Keep mine' : takeSaved}</Button>
          </div>
        ))}
      </div>
    </Dialog>
  )
}
