import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import * as delays from '#contract/delays.ts'
import * as limits from '#contract/limits.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SearchIcon } from '#web/ui/marks/icons.tsx'
import css from './home.module.css'
import { type HomeState, searchPlaceholder } from './home-address.ts'

type SearchFieldProps = HomeState & { onSearch: (text: string) => void }

/** A plain GET form, so that search works before hydration. */
export function SearchField({ tab, text: appliedText, filters, onSearch }: SearchFieldProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const { text, changeText, applyText, setComposing } = useSearchText(appliedText, onSearch, tab)
  useSlashKey(input)
  useEarlyTyping(input, appliedText, changeText)
  return (
    <search>
      <form
        className={css.search}
        action="/"
        data-typing={text.trim() !== appliedText.trim() || undefined}
        onSubmit={(event) => {
          event.preventDefault()
          applyText(text)
        }}
      >
        {tab !== 'all' && <input type="hidden" name="tab" value={tab} />}
        <label className="sr" htmlFor="search">{t`Search`}</label>
        <SearchIcon />
        <input
          ref={input}
          id="search"
          name="q"
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={limits.searchText}
          placeholder={t(searchPlaceholder(tab))}
          aria-keyshortcuts="/"
          aria-describedby="search-hint"
          value={text}
          onChange={(event) => changeText(event.target.value)}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
            event.preventDefault()
            applyText('')
          }}
        />
        <span className={css.key} aria-hidden="true">
          /
        </span>
        <noscript>
          {import.meta.env.SSR &&
            Object.entries(filters).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
          {import.meta.env.SSR && <Button type="submit">{t`Search`}</Button>}
        </noscript>
        <p className={css.hint} id="search-hint">{t`Use “quotes” for exact words, @name for a creator.`}</p>
      </form>
    </search>
  )
}

/** Text typed before hydration is in the field but not in the state. */
function useEarlyTyping(
  input: RefObject<HTMLInputElement | null>,
  appliedText: string,
  changeText: (text: string) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    const earlyText = input.current?.value
    if (earlyText !== undefined && earlyText !== appliedText) changeText(earlyText)
  }, [])
}

function useSlashKey(input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isInTextControl(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [input])
}

const isInTextControl = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]') !== null

/** The field's text, debounced into `onApply`. Waits longer while composing: phones compose every word. */
export function useSearchText(appliedText: string, onApply: (text: string) => void, tab?: string) {
  const [text, setText] = useState(appliedText)
  const [isComposing, setComposing] = useState(false)
  /** Texts passed to `onApply` that are not `appliedText` yet. A late one must not undo newer typing. */
  const submittedTexts = useRef([appliedText])
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const index = submittedTexts.current.lastIndexOf(appliedText)
    if (index < 0) {
      // A pending timeout would submit the old text.
      clearTimeout(debounceTimer.current)
      setText(appliedText)
    }
    submittedTexts.current = index < 0 ? [appliedText] : submittedTexts.current.slice(index)
  }, [appliedText])

  const applyText = (next: string) => {
    setText(next)
    if (next === submittedTexts.current.at(-1)) return
    submittedTexts.current.push(next)
    onApply(next)
  }
  /** Submits the text again if the visitor changed tabs before `appliedText` contained it. */
  const resubmit = useEffectEvent(() => {
    const lastSubmitted = submittedTexts.current.at(-1)
    if (lastSubmitted !== undefined && lastSubmitted !== appliedText) onApply(lastSubmitted)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the tab changes
  useEffect(() => resubmit(), [tab])

  const applyCurrentText = useEffectEvent(() => applyText(text))
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text restarts the debounce
  useEffect(() => {
    debounceTimer.current = setTimeout(applyCurrentText, delays.searchDebounce * (isComposing ? 3 : 1))
    return () => clearTimeout(debounceTimer.current)
  }, [text, isComposing])

  return { text, changeText: setText, applyText, setComposing }
}
