import { Field } from '#web/ui/forms/field.tsx'

type Props = {
  label: string
  mark?: string
  value: number
  min: number
  max: number
  step: number
  onChange: (value: number) => void
}

export const RangeField = ({ label, mark = '', onChange, ...range }: Props) => (
  <Field label={label} mark={mark}>
    {(field) => <input type="range" {...range} onChange={({ target }) => onChange(target.valueAsNumber)} {...field} />}
  </Field>
)
