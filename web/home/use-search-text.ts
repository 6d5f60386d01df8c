import { useCallback, useEffect, useRef, useState } from 'react'
import { delays } from '#contract/limits.ts'

/**
 * The text in a search field, which follows `settled` when that changes elsewhere (Back, Clear search), and
 * which is handed to `onSettle` once typing has paused.
 */
export function useSearchText(settled: string, onSettle: (text: string) => void) {
  const [text, setText] = useState(settled)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(settled)

  useEffect(() => {
    if (settled === sent.current) return
    sent.current = settled
    clearTimeout(timer.current)
    setText(settled)
  }, [settled])
  useEffect(() => () => clearTimeout(timer.current), [])

  const settle = useCallback(
    (next: string) => {
      clearTimeout(timer.current)
      if (next === sent.current) return
      sent.current = next
      onSettle(next)
    },
    [onSettle],
  )
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => settle(next), delays.searchDebounce)
  }
  return { text, type, settleNow: () => settle(text) }
}
