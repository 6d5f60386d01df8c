import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { textLanguageOf } from '#contract/text-language.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import css from './list-field.module.css'

type Props = {
  label: string
  hint: string
  values: readonly string[]
  maxEntries: number
  maxLength: number
  busy: boolean
  suggestions?: readonly string[] | undefined
  nameOf?: (value: string) => string
  /** Parses an entry. Undefined rejects the entry with `invalidMessage`. */
  parse?: (input: string) => string | undefined
  invalidMessage?: string
  onTyping?: (input: string) => void
  onChange: (values: string[]) => void
}

const unchanged = (text: string) => text

/** A list of short texts. Enter, a comma or blur adds one. */
export function ListField({ label, hint, values, maxEntries, busy, nameOf = unchanged, ...props }: Props) {
  const { t } = useLingui()
  const { inputText, problem, field, onInput, onKeyDown, add, remove } = useListField({
    values,
    maxEntries,
    ...props,
  })
  const listId = useId()
  const { suggestions = [] } = props
  const isFull = values.length >= maxEntries
  return (
    <div className={css.listField}>
      <Field
        label={label}
        hint={isFull ? t`You have added ${maxEntries}, the maximum.` : hint}
        {...(problem && { error: problem })}
      >
        {(inputProps) => (
          <input
            {...inputProps}
            ref={field}
            className="input"
            list={suggestions.length > 0 ? listId : undefined}
            autoComplete="off"
            maxLength={props.maxLength}
            readOnly={busy || (isFull && !inputText)}
            {...textLanguageOf(inputText)}
            value={inputText}
            onChange={(event) => onInput(event.target.value, event.nativeEvent as InputEvent)}
            onKeyDown={onKeyDown}
            onBlur={() => add(inputText)}
          />
        )}
      </Field>
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions
            .filter((suggestion) => !values.some((value) => nameOf(value) === suggestion))
            .map((suggestion) => (
              <option key={suggestion} value={suggestion} />
            ))}
        </datalist>
      )}
      {values.length > 0 && (
        <ul className={css.entries} aria-label={t`${label}, chosen`}>
          {values.map((value) => (
            <li key={value}>
              <MemberText text={nameOf(value)} />
              <button
                type="button"
                aria-label={t`Remove ${ph({ name: nameOf(value) })}`}
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

type ListFieldState = Pick<
  Props,
  'values' | 'maxEntries' | 'parse' | 'invalidMessage' | 'suggestions' | 'onTyping' | 'onChange'
>

function useListField({
  values,
  maxEntries,
  parse = unchanged,
  invalidMessage,
  suggestions = [],
  onTyping,
  onChange,
}: ListFieldState) {
  const { t } = useLingui()
  const [inputText, setInputText] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const setText = (text: string) => {
    setInputText(text)
    setProblem(undefined)
    onTyping?.(text)
  }
  function add(text: string) {
    const lines = text.split(/[,،、]/).flatMap((line) => line.trim() || [])
    if (lines.length === 0) return
    if (lines.some((line) => parse(line) === undefined)) return setProblem(invalidMessage)
    const all = [...new Set([...values, ...lines.flatMap((line) => parse(line) ?? [])])]
    const excess = new Set(all.slice(maxEntries))
    // Entries beyond the limit stay in the field.
    setText([...new Set(lines)].filter((line) => excess.has(parse(line) ?? line)).join(', '))
    if (excess.size > 0) setProblem(t`The maximum is ${maxEntries}. Remove one first.`)
    onChange(all.slice(0, maxEntries))
  }
  return {
    ...{ inputText, problem, field, add },
    onInput(text: string, { inputType }: InputEvent) {
      // Browsers insert a chosen suggestion in a single event.
      const isSuggestion = (!inputType || inputType === 'insertReplacementText') && suggestions.includes(text)
      if (isSuggestion || text.endsWith(',')) return add(text)
      setText(text)
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || !inputText.trim()) return
      event.preventDefault()
      add(inputText)
    },
    remove(value: string) {
      onChange(values.filter((entry) => entry !== value))
      field.current?.focus()
    },
  }
}
