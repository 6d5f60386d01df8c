import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { PageHead, usePagePath } from '#web/page-data/page-head.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import empty from '#web/ui/states/empty.module.css'
import solo from '#web/ui/states/solo.module.css'
import { preloadSignIn } from './sign-in/account-slot.tsx'
import { openSignIn } from './viewer.ts'

const key = { '--art': 'var(--spot-key)' } as CSSProperties

type MembersOnlyProps = { title: string; pageTitle: string; message: string }

export const MembersOnly = ({ title, pageTitle, message }: MembersOnlyProps) => {
  const { t } = useLingui()
  return (
    <main id="main" className={solo.solo}>
      <PageHead title={pageTitle} description={message} path={usePagePath()} hidden />
      <div>
        <div className={empty.spot} style={key} aria-hidden="true" />
        <h1>{title}</h1>
        <p>{message}</p>
        <Button
          onClick={() => openSignIn({ reason: 'members' })}
          onPointerEnter={preloadSignIn}
          onFocus={preloadSignIn}
        >{t`Sign In`}</Button>
        <noscript>
          {import.meta.env.SSR && <p>{t`To sign in, turn on JavaScript for this site and reload the page.`}</p>}
        </noscript>
      </div>
    </main>
  )
}
