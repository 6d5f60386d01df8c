import { useId } from 'react'
import { type ReadingDirection, readingDirections } from '#contract/aspect-ratios.ts'
import field from '#web/ui/forms/field.module.css'
import ratio from './ratio-picker.module.css'

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
      <div className={ratio.ratios}>
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
