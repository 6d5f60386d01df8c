import { useEffect } from 'react'

/** Marks the terms wherever they are shown. The code for it is fetched when there are some. */
export function useMarks(terms: string[] | undefined) {
  useEffect(() => {
    if (!terms?.length) return
    const marking = import('./mark-terms.ts').then(
      ({ markTerms }) => markTerms(terms),
      () => undefined,
    )
    return () => void marking.then((stop) => stop?.())
  }, [terms])
}
