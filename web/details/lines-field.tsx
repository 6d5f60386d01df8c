import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Field } from '#web/ui/forms/field.tsx'
import css from './lines-field.module.css'

type Props = {
  label: string
  hint: string
  values: readonly string[]
  most: number
  maxLength: number
  busy: boolean
  suggestions?: readonly string[] | undefined
  nameOf?: (value: string) => string
  /** Parses an entry. Undefined rejects the entry with `refusal`. */
  read?: (typed: string) => string | undefined
  refusal?: string
  onTyping?: (typed: string) => void
  onChange: (values: string[]) => void
}

const asTyped = (text: string) => text

/** A list of short texts. Enter, a comma or blur adds one. */
export function LinesField({ label, hint, values, most, busy, nameOf = asTyped, ...props }: Props) {
  const { typed, refused, field, onType, onKey, add, remove } = useLines({ values, most, ...props })
  const listId = useId()
  const { suggestions = [] } = props
  const isFull = values.length >= most
  return (
    <div className={css.lines}>
      <Field
        label={label}
        hint={isFull ? `That is the maximum of ${most}.` : hint}
        {...(refused && { error: refused })}
      >
        {(wiring) => (
          <input
            {...wiring}
            ref={field}
            className="input"
            list={suggestions.length > 0 ? listId : undefined}
            autoComplete="off"
            maxLength={props.maxLength}
            readOnly={busy || (isFull && !typed)}
            value={typed}
            onChange={(event) => onType(event.target.value, event.nativeEvent as InputEvent)}
            onKeyDown={onKey}
            onBlur={() => add(typed)}
          />
        )}
      </Field>
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions
            .filter((each) => !values.some((value) => nameOf(value) === each))
            .map((each) => (
              <option key={each} value={each} />
            ))}
        </datalist>
      )}
      {values.length > 0 && (
        <ul className={css.chosen} aria-label={`${label}, chosen`}>
          {values.map((value) => (
            <li key={value}>
              {nameOf(value)}
              <button
                type="button"
                aria-label={`Remove ${nameOf(value)}`}
                disabled={busy}
                onClick={() => remove(value)}
              >
                <X className="ico" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Lines = Pick<Props, 'values' | 'most' | 'read' | 'refusal' | 'suggestions' | 'onTyping' | 'onChange'>

function useLines({ values, most, read = asTyped, refusal, suggestions = [], onTyping, onChange }: Lines) {
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const show = (text: string) => {
    setTyped(text)
    setRefused(undefined)
    onTyping?.(text)
  }
  function add(text: string) {
    const lines = text.split(/[,،、]/).flatMap((line) => line.trim() || [])
    if (lines.length === 0) return
    if (lines.some((line) => read(line) === undefined)) return setRefused(refusal)
    const all = [...new Set([...values, ...lines.flatMap((line) => read(line) ?? [])])]
    const over = new Set(all.slice(most))
    // Entries beyond the limit stay in the field.
    show([...new Set(lines)].filter((line) => over.has(read(line) ?? line)).join(', '))
    if (over.size > 0) setRefused(`The maximum is ${most}. Remove one first.`)
    onChange(all.slice(0, most))
  }
  return {
    ...{ typed, refused, field, add },
    onType(text: string, { inputType }: InputEvent) {
      // Browsers insert a chosen suggestion in a single event.
      const isTaken = (!inputType || inputType === 'insertReplacementText') && suggestions.includes(text)
      if (isTaken || text.endsWith(',')) return add(text)
      show(text)
    },
    onKey(event: KeyboardEvent) {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || !typed.trim()) return
      event.preventDefault()
      add(typed)
    },
    remove(value: string) {
      onChange(values.filter((each) => each !== value))
      field.current?.focus()
    },
  }
}
