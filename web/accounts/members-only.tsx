import type { CSSProperties } from 'react'
import { PageHead, usePageAddress } from '#web/page/page-head.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import empty from '#web/ui/states/empty.module.css'
import solo from '#web/ui/states/solo.module.css'
import { preloadSignIn } from './sign-in/account-slot.tsx'
import { openSignIn } from './viewer.ts'

const key = { '--art': 'var(--spot-key)' } as CSSProperties

type MembersOnlyProps = { title: string; pageTitle: string; sentence: string }

export const MembersOnly = ({ title, pageTitle, sentence }: MembersOnlyProps) => (
  <main id="main" className={solo.solo}>
    <PageHead title={pageTitle} description={sentence} path={usePageAddress()} hidden />
    <div>
      <div className={empty.spot} style={key} aria-hidden="true" />
      <h1>{title}</h1>
      <p>{sentence}</p>
      <Button
        onClick={() => openSignIn({ because: 'members' })}
        onPointerEnter={preloadSignIn}
        onFocus={preloadSignIn}
      >
        Sign In
      </Button>
    </div>
  </main>
)
