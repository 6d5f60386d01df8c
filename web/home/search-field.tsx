import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import * as delays from '#contract/delays.ts'
import * as limits from '#contract/limits.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SearchIcon } from '#web/ui/marks/icons.tsx'
import css from './home.module.css'
import { type HomeState, searchPlaceholder } from './home-address.ts'

type SearchFieldProps = HomeState & { onSearch: (text: string) => void }

/** A plain GET form, so that search works before hydration. */
export function SearchField({ tab, text: settled, filters, onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { text, type, settle, setComposing } = useSearchText(settled, onSearch, tab)
  useSlashKey(input)
  useEarlyTyping(input, settled, type)
  return (
    <search>
      <form
        className={css.search}
        action="/"
        data-typing={text.trim() !== settled.trim() || undefined}
        onSubmit={(event) => {
          event.preventDefault()
          settle(text)
        }}
      >
        {tab !== 'all' && <input type="hidden" name="tab" value={tab} />}
        <label className="sr" htmlFor="search">
          Search
        </label>
        <SearchIcon />
        <input
          ref={input}
          id="search"
          name="q"
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={limits.searchText}
          placeholder={searchPlaceholder(tab)}
          aria-keyshortcuts="/"
          aria-describedby="search-hint"
          value={text}
          onChange={(event) => type(event.target.value)}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
            event.preventDefault()
            settle('')
          }}
        />
        <span className={css.key} aria-hidden="true">
          /
        </span>
        <noscript>
          {import.meta.env.SSR &&
            Object.entries(filters).map(([name, said]) => (
              <input key={name} type="hidden" name={name} value={said} />
            ))}
          {import.meta.env.SSR && <Button type="submit">Search</Button>}
        </noscript>
        <p className={css.hint} id="search-hint">
          Use “quotes” for exact words, @name for a creator.
        </p>
      </form>
    </search>
  )
}

/** Text typed before hydration is in the field but not in the state. */
function useEarlyTyping(
  input: RefObject<HTMLInputElement | null>,
  settled: string,
  type: (text: string) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    const typed = input.current?.value
    if (typed !== undefined && typed !== settled) type(typed)
  }, [])
}

function useSlashKey(input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [input])
}

const isBusy = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]') !== null

/** The field's text, debounced into `onSettle`. Waits longer while composing: phones compose every word. */
export function useSearchText(settled: string, onSettle: (text: string) => void, tab?: string) {
  const [text, setText] = useState(settled)
  const [isComposing, setComposing] = useState(false)
  /** Texts passed to `onSettle` that are not `settled` yet. A late one must not undo newer typing. */
  const sent = useRef([settled])
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const at = sent.current.lastIndexOf(settled)
    if (at < 0) {
      // A pending timeout would submit the old text.
      clearTimeout(pause.current)
      setText(settled)
    }
    sent.current = at < 0 ? [settled] : sent.current.slice(at)
  }, [settled])

  const settle = (next: string) => {
    setText(next)
    if (next === sent.current.at(-1)) return
    sent.current.push(next)
    onSettle(next)
  }
  /** Submits the text again if the visitor changed tabs before `settled` contained it. */
  const handOverAgain = useEffectEvent(() => {
    const late = sent.current.at(-1)
    if (late !== undefined && late !== settled) onSettle(late)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the tab changes
  useEffect(() => handOverAgain(), [tab])

  const settleTyped = useEffectEvent(() => settle(text))
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text restarts the debounce
  useEffect(() => {
    pause.current = setTimeout(settleTyped, delays.searchDebounce * (isComposing ? 3 : 1))
    return () => clearTimeout(pause.current)
  }, [text, isComposing])

  return { text, type: setText, settle, setComposing }
}
