import { type ReactNode, useId } from 'react'
import '../styles/input.css'
import field from './field.module.css'
import css from './radio-group.module.css'

export type RadioGroupProps<Value extends string> = {
  legend: string
  values: readonly Value[]
  value: Value | undefined
  onChange: (value: Value) => void
  label: (value: Value) => ReactNode
  look?: 'cards' | 'row' | 'list' | 'boxes'
  /** Sizes and type of the boxes. */
  className?: string | undefined
  disabled?: boolean
  hint?: string | undefined
  error?: string | undefined
}

const lookClasses = { cards: css.cards, row: css.row, list: css.list, boxes: css.boxes }

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, values, value, onChange, label, look = 'list', className, disabled, hint, error } = props
  const name = useId()
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className={field.field} disabled={disabled} aria-describedby={described || undefined}>
      <legend>{legend}</legend>
      <div className={className ? `${lookClasses[look]} ${className}` : lookClasses[look]}>
        {values.map((option) => (
          <label key={option} className={css.choice}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {label(option)}
          </label>
        ))}
      </div>
      {hint && (
        <p className={field.hint} id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
