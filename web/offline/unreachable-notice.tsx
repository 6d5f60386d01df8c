import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { waitUntilReachable } from '#web/browser/wait-until-reachable.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useMounted } from '#web/ui/use-mounted.ts'
import { wantedPage } from './cache-entries.ts'
import css from './offline-page.module.css'

/** The page in place of which the service worker opened the list of offline zines. */
export function UnreachableNotice() {
  const { hash } = useLocation()
  // The server does not know the fragment.
  const wanted = useMounted() ? wantedPage(hash) : undefined
  const isReachable = useReachable(wanted !== undefined)
  if (!wanted) return null
  const name = wanted.pathname === '/' ? 'the home page' : wanted.pathname
  return (
    <section className={css.unreachable} aria-label="Unreachable page">
      <div role="status">
        <h2>{isReachable ? 'You’re online again' : 'You’re offline'}</h2>
        <p>
          {isReachable ? (
            <>You can open {name} now.</>
          ) : (
            <>We couldn’t open {name}. The zines you saved still work. They are listed below.</>
          )}
        </p>
      </div>
      <Button onClick={() => location.replace(wanted)}>{isReachable ? 'Open the page' : 'Try again'}</Button>
    </section>
  )
}

function useReachable(isAwaited: boolean) {
  const [isReachable, setReachable] = useState(false)
  useEffect(() => {
    if (isAwaited) void waitUntilReachable().then(() => setReachable(true))
  }, [isAwaited])
  return isReachable
}
