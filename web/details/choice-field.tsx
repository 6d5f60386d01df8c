import type { ReactNode } from 'react'
import { Field } from '#web/ui/forms/field.tsx'

type Props<Choice extends string> = {
  label: string
  none: string
  choices: readonly Choice[]
  names: Record<Choice, string>
  value: Choice | undefined
  disabled: boolean
  hint?: ReactNode
  onChoose: (choice: Choice | undefined) => void
}

export const ChoiceField = <Choice extends string>({ names, choices, onChoose, ...props }: Props<Choice>) => (
  <Field label={props.label} hint={props.hint}>
    {(wiring) => (
      <select
        {...wiring}
        className="input"
        disabled={props.disabled}
        value={props.value ?? ''}
        onChange={(event) => onChoose(choices.find((choice) => choice === event.target.value))}
      >
        <option value="">{props.none}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {names[choice]}
          </option>
        ))}
      </select>
    )}
  </Field>
)
