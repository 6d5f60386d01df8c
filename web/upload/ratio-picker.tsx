import { type CSSProperties, useId } from 'react'
import {
  type AspectRatio,
  aspectRatios,
  type ReadingDirection,
  readingDirections,
} from '#contract/aspect-ratios.ts'
import field from '#web/ui/forms/field.module.css'
import css from './ratio-picker.module.css'

type Props = { value: AspectRatio; disabled: boolean; onChange: (ratio: AspectRatio) => void }

export const RatioPicker = ({ value, disabled, onChange }: Props) => (
  <fieldset className={field.field} disabled={disabled}>
    <legend>Paper</legend>
    <div className={css.ratios}>
      {aspectRatios.map((ratio) => (
        <label key={ratio}>
          <input
            type="radio"
            name="aspect-ratio"
            value={ratio}
            checked={ratio === value}
            onChange={() => onChange(ratio)}
          />
          <i style={{ '--r': ratio.replace(':', ' / ') } as CSSProperties} />
          {ratio}
        </label>
      ))}
    </div>
  </fieldset>
)

const directionWords: Record<ReadingDirection, string> = { ltr: 'Left to right', rtl: 'Right to left' }

type DirectionProps = {
  value: ReadingDirection
  disabled: boolean
  onChange: (direction: ReadingDirection) => void
}

/** From which side its pages are turned. */
export const DirectionPicker = ({ value, disabled, onChange }: DirectionProps) => {
  const group = useId()
  return (
    <fieldset className={field.field} disabled={disabled}>
      <legend>Read from</legend>
      <div className={css.ratios}>
        {readingDirections.map((direction) => (
          <label key={direction}>
            <input
              type="radio"
              name={group}
              value={direction}
              checked={direction === value}
              onChange={() => onChange(direction)}
            />
            {directionWords[direction]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
