import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { PageHead, usePagePath } from '#web/page-data/page-head.tsx'
import { HomeLink } from '#web/ui/controls/back-link.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import solo from '#web/ui/states/solo.module.css'
import css from './not-found.module.css'

const findZines = { to: '/', action: msg`Find zines` }

type Missing = { hint: MessageDescriptor; to?: string; action?: MessageDescriptor }

const missing = {
  page: { hint: msg`There is no page at this address. Check it for typos.` },
  zine: { hint: msg`There is no zine at this address. Its creator may have deleted it.`, ...findZines },
  shelf: {
    hint: msg`There is no shelf at this address. Its owner may have deleted it or made it private.`,
    ...findZines,
  },
  series: { hint: msg`There is no series at this address. Its creator may have renamed it.`, ...findZines },
  draft: {
    hint: msg`You have no draft at this address. It may have been published or deleted.`,
    to: '/profile',
    action: msg`Go to your zines`,
  },
} satisfies Record<string, Missing>

type NotFoundProps = { what?: keyof typeof missing }

export function NotFound({ what = 'page' }: NotFoundProps) {
  const { t } = useLingui()
  const { hint, to, action }: Missing = missing[what]
  return (
    <main id="main" className={solo.solo}>
      <PageHead title={t`Page Not Found · Foldout`} description={t(hint)} path={usePagePath()} hidden />
      <div>
        <p className={css.huge} aria-hidden="true">
          <span data-t="404">404</span>
        </p>
        <h1>{t`Page Not Found`}</h1>
        <p>{t(hint)}</p>
        {to ? (
          <Link className={buttonClass({})} to={to} replace>
            {action && t(action)}
          </Link>
        ) : (
          <HomeLink look="first" />
        )}
      </div>
    </main>
  )
}
