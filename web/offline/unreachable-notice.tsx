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
  const [, kind = '', id] = requestedPage.pathname.split('/')
  const title = zines?.find((zine) => kind === 'zine' && zine.id === id)?.title
  const texts = pageTexts[kind] ?? otherPageTexts
  return (
    <section className={css.unreachable} aria-label={t`Unreachable page`}>
      <div role="status">
        <h2>{isReachable ? t`You’re online again` : t`You’re offline`}</h2>
        <p>
          {title ? <TitleText title={title} isReachable={isReachable} /> : t(isReachable ? texts.now : texts.failed)}
          {!isReachable && ` ${t`The zines you saved still work. They are listed below.`}`}
        </p>
      </div>
      <Button onClick={() => location.replace(requestedPage)}>{isReachable ? t`Open the page` : t`Try again`}</Button>
    </section>
  )
}

/** The title of a saved zine. The titles of other pages are unknown. */
const TitleText = ({ title, isReachable }: { title: string; isReachable: boolean }) =>
  isReachable ? (
    <Trans>
      You can open <bdi>“{title}”</bdi> now.
    </Trans>
  ) : (
    <Trans>
      We couldn’t open <bdi>“{title}”</bdi>.
    </Trans>
  )

type PageTexts = { failed: MessageDescriptor; now: MessageDescriptor }

const pageTexts: Record<string, PageTexts> = {
  '': { failed: msg`We couldn’t open the home page.`, now: msg`You can open the home page now.` },
  zine: { failed: msg`We couldn’t open this zine.`, now: msg`You can open this zine now.` },
  profile: { failed: msg`We couldn’t open this profile.`, now: msg`You can open this profile now.` },
  shelf: { failed: msg`We couldn’t open this shelf.`, now: msg`You can open this shelf now.` },
}
const otherPageTexts: PageTexts = {
  failed: msg`We couldn’t open this page.`,
  now: msg`You can open this page now.`,
}

function useReachable(isAwaited: boolean) {
  const [isReachable, setReachable] = useState(false)
  useEffect(() => {
    if (isAwaited) void waitUntilReachable().then(() => setReachable(true))
  }, [isAwaited])
  return isReachable
}
