import { type ReactNode, useId } from 'react'
import field from './field.module.css'
import css from './radio-choices.module.css'

export type RadioChoicesProps<Choice extends string> = {
  legend: string
  choices: readonly Choice[]
  value: Choice
  disabled: boolean
  label: (choice: Choice) => ReactNode
  onChange: (choice: Choice) => void
  /** The class of the list of choices, for their sizes and type. */
  className: string | undefined
}

/** Radio buttons that look like boxes, of which the chosen one is inked. */
export function RadioChoices<Choice extends string>({ legend, choices, value, ...props }: RadioChoicesProps<Choice>) {
  const name = useId()
  return (
    <fieldset className={field.field} disabled={props.disabled}>
      <legend>{legend}</legend>
      <div className={`${css.choices} ${props.className}`}>
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
