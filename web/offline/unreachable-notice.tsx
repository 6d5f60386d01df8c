import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { waitUntilReachable } from '#web/browser/wait-until-reachable.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useMounted } from '#web/ui/use-mounted.ts'
import { requestedPageIn } from './cache-entries.ts'
import css from './offline-page.module.css'
import type { OfflineZine } from './offline-zines.ts'

/** The page in place of which the service worker opened the list of offline zines. */
export function UnreachableNotice({ zines }: { zines: OfflineZine[] | null | undefined }) {
  const { t } = useLingui()
  const { hash } = useLocation()
  // The server does not know the fragment.
  const requestedPage = useMounted() ? requestedPageIn(hash) : undefined
  const isReachable = useReachable(requestedPage !== undefined)
  if (!requestedPage) return null
  const found = nameOf(requestedPage, zines ?? [])
  const name = <bdi>{typeof found === 'string' ? found : t(found)}</bdi>
  return (
    <section className={css.unreachable} aria-label={t`Unreachable page`}>
      <div role="status">
        <h2>{isReachable ? t`You’re online again` : t`You’re offline`}</h2>
        <p>
          {isReachable ? (
            <Trans>You can open {name} now.</Trans>
          ) : (
            <Trans>We couldn’t open {name}. The zines you saved still work. They are listed below.</Trans>
          )}
        </p>
      </div>
      <Button onClick={() => location.replace(requestedPage)}>{isReachable ? t`Open the page` : t`Try again`}</Button>
    </section>
  )
}

const pageNames: Record<string, MessageDescriptor> = {
  '': msg`the home page`,
  zine: msg`this zine`,
  profile: msg`this profile`,
  shelf: msg`this shelf`,
}

/** The title of a saved zine. The titles of other pages are unknown. */
function nameOf({ pathname }: URL, zines: OfflineZine[]) {
  const [, kind = '', id] = pathname.split('/')
  const title = zines.find((zine) => kind === 'zine' && zine.id === id)?.title
  return title ? `“${title}”` : (pageNames[kind] ?? msg`this page`)
}

function useReachable(isAwaited: boolean) {
  const [isReachable, setReachable] = useState(false)
  useEffect(() => {
    if (isAwaited) void waitUntilReachable().then(() => setReachable(true))
  }, [isAwaited])
  return isReachable
}
