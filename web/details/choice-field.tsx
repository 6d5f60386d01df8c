import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Field } from '#web/ui/forms/field.tsx'

type Props<Choice extends string> = {
  label: string
  emptyLabel: string
  choices: readonly Choice[]
  labels: Record<Choice, MessageDescriptor>
  value: Choice | undefined
  disabled: boolean
  hint?: ReactNode
  onChange: (choice: Choice | undefined) => void
}

export function ChoiceField<Choice extends string>({ labels, choices, onChange, ...props }: Props<Choice>) {
  const { t } = useLingui()
  return (
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
              {t(labels[choice])}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
