import { useSyncExternalStore } from 'react'

/** Where two pages can lie side by side. The same is said in page-leaf.module.css. */
export const fitting = '(min-width: 700px) and (orientation: landscape)'

/** Whether they can; undefined while the server draws, which does not know, and the browser takes over. */
export const useFits = () =>
  useSyncExternalStore<boolean | undefined>(
    onChange,
    () => matchMedia(fitting).matches,
    () => undefined,
  )

function onChange(changed: () => void) {
  const query = matchMedia(fitting)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
