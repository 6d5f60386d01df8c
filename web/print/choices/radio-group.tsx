import { type ReactNode, useId } from 'react'
import field from '#web/ui/forms/field.module.css'
import css from './choices.module.css'

type RadioGroupProps<Value extends string> = {
  legend: string
  values: readonly Value[]
  value: Value
  onChoose: (value: Value) => void
  label: (value: Value) => ReactNode
  look?: 'cards' | 'row' | 'list'
  hint?: string | undefined
}

const looks = { cards: css.cards, row: css.row, list: css.list }

/** One of a few, all of them seen. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, values, value, onChoose, label, look = 'list', hint } = props
  const name = useId()
  return (
    <fieldset className={field.field} aria-describedby={hint && `${name}-hint`}>
      <legend>{legend}</legend>
      <div className={looks[look]}>
        {values.map((each) => (
          <label key={each} className={css.choice}>
            <input
              type="radio"
              name={name}
              value={each}
              checked={each === value}
              onChange={() => onChoose(each)}
            />
            {label(each)}
          </label>
        ))}
      </div>
      {hint && (
        <p className={field.hint} id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
