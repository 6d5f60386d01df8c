import { type RefObject, useEffect, useRef } from 'react'
import * as limits from '#contract/limits.ts'
import { SearchIcon } from '#web/ui/marks/icons.tsx'
import css from './home.module.css'
import { type HomeState, searchPlaceholder } from './home-address.ts'
import { useSearchText } from './use-search-text.ts'

type SearchFieldProps = HomeState & { onSearch: (text: string) => void }

/** A plain GET form underneath, so that searching works before any script runs. */
export function SearchField({ tab, text: settled, onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { text, type, settle, setComposing } = useSearchText(settled, onSearch)
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
        <p className={css.hint} id="search-hint">
          “Quotes” find exact words, @name a creator.
        </p>
      </form>
    </search>
  )
}

/** What was typed before this script ran is in the field but in no state. */
function useEarlyTyping(
  input: RefObject<HTMLInputElement | null>,
  settled: string,
  type: (text: string) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when hydrated
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
