import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as delays from '#contract/delays.ts'

/**
 * The text in a search field, which follows `settled` when that changes elsewhere (Back, Clear search), and
 * which is handed to `onSettle` once typing has paused. While letters are being composed the pause is longer: a Japanese word
 * is half of one then, but keyboards of phones compose every word, and may never say that they are done.
 */
export function useSearchText(settled: string, onSettle: (text: string) => void) {
  const [text, setText] = useState(settled)
  const [isComposing, setComposing] = useState(false)
  /** What was handed over and has not come back as `settled`, after what has: it comes late, and must undo nothing. */
  const sent = useRef([settled])

  useEffect(() => {
    const at = sent.current.lastIndexOf(settled)
    if (at < 0) setText(settled)
    sent.current = at < 0 ? [settled] : sent.current.slice(at)
  }, [settled])

  const settle = (next: string) => {
    setText(next)
    if (next === sent.current.at(-1)) return
    sent.current.push(next)
    onSettle(next)
  }
  const settleTyped = useEffectEvent(() => settle(text))
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text begins the wait anew
  useEffect(() => {
    const timer = setTimeout(settleTyped, delays.searchDebounce * (isComposing ? 3 : 1))
    return () => clearTimeout(timer)
  }, [text, isComposing])

  return { text, type: setText, settle, setComposing }
}
