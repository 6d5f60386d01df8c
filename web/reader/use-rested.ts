import { useEffect, useState } from 'react'

/** How long, in milliseconds, something stays as it is before it is said. */
const rest = 300

/** A text once it has stayed the same for a while, so that a screen reader is not told every page that is passed. */
export function useRested(text: string) {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), rest)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
