import type { ComponentProps } from 'react'
import { type Icon, IconButton } from './icon-button.tsx'
import css from './slider.module.css'

type Step = { icon: Icon; label: string; onClick: () => void }

type Props = Omit<ComponentProps<'input'>, 'onChange'> & {
  'aria-label': string
  onChange: (value: number) => void
  /** The buttons before and after the slider. */
  steps: [Step, Step]
}

/** A range between two buttons for its steps. */
export const Slider = ({ steps: [less, more], onChange, dir, ...range }: Props) => (
  <div className={css.slider} dir={dir}>
    <IconButton icon={less.icon} aria-label={less.label} onClick={less.onClick} />
    <input type="range" {...range} onChange={(event) => onChange(event.target.valueAsNumber)} />
    <IconButton icon={more.icon} aria-label={more.label} onClick={more.onClick} />
  </div>
)
