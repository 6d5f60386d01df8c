import { type CSSProperties, type ReactNode, useId } from 'react'
import { aspectRatios, type ReadingDirection, readingDirections } from '#contract/aspect-ratios.ts'
import { readingDirectionNames } from '#contract/detail-choices.ts'
import field from '#web/ui/forms/field.module.css'
import css from './ratio-picker.module.css'

type PickerProps<Choice extends string> = {
  legend: string
  choices: readonly Choice[]
  value: Choice
  disabled: boolean
  label: (choice: Choice) => ReactNode
  onChange: (choice: Choice) => void
}

function Picker<Choice extends string>({ legend, choices, value, ...props }: PickerProps<Choice>) {
  const name = useId()
  return (
    <fieldset className={field.field} disabled={props.disabled}>
      <legend>{legend}</legend>
      <div className={css.ratios}>
        {choices.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === value}
              onChange={() => props.onChange(choice)}
            />
            {props.label(choice)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type Picked<Choice extends string> = Pick<PickerProps<Choice>, 'value' | 'disabled' | 'onChange'>

export const RatioPicker = (props: Picked<(typeof aspectRatios)[number]>) => (
  <Picker
    {...props}
    legend="Paper"
    choices={aspectRatios}
    label={(ratio) => (
      <>
        <i style={{ '--r': ratio.replace(':', ' / ') } as CSSProperties} />
        {ratio}
      </>
    )}
  />
)

export const DirectionPicker = (props: Picked<ReadingDirection>) => (
  <Picker
    {...props}
    legend="Read from"
    choices={readingDirections}
    label={(direction) => readingDirectionNames[direction]}
  />
)
