import { useEffect, useState } from 'react'

/** The value once it has stayed the same for this many milliseconds. */
export function useDebounced<Value>(value: Value, delayMs: number) {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
