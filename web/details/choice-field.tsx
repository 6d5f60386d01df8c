import type { ReactNode } from 'react'
import { Field } from '#web/ui/forms/field.tsx'

type Props<Choice extends string> = {
  label: string
  emptyLabel: string
  choices: readonly Choice[]
  labels: Record<Choice, string>
  value: Choice | undefined
  disabled: boolean
  hint?: ReactNode
  onChange: (choice: Choice | undefined) => void
}

export const ChoiceField = <Choice extends string>({ labels, choices, onChange, ...props }: Props<Choice>) => (
  <Field label={props.label} hint={props.hint}>
    {(inputProps) => (
      <select
        {...inputProps}
        className="input"
        disabled={props.disabled}
        value={props.value ?? ''}
        onChange={(event) => onChange(choices.find((choice) => choice === event.target.value))}
      >
        <option value="">{props.emptyLabel}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {labels[choice]}
          </option>
        ))}
      </select>
    )}
  </Field>
)
