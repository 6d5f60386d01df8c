import type { CSSProperties } from 'react'
import { preloadSignIn } from '#web/accounts/enter/account-slot.tsx'
import { openSignIn } from '#web/accounts/open-sign-in.ts'
import { Button } from '#web/ui/controls/button.tsx'
import '#web/ui/states/empty.css'
import { PageHead } from '../page/page-head.tsx'
import '../ui/styles/solo.css'
import { usePageAddress } from '../page/use-page-address.ts'

const key = { '--art': 'var(--spot-key)' } as CSSProperties

type MembersOnlyProps = { title: string; pageTitle: string; sentence: string }

/** In the place of a page that only members see; after signing in the page itself stands there. */
export const MembersOnly = ({ title, pageTitle, sentence }: MembersOnlyProps) => (
  <main id="main" className="solo">
    <PageHead title={pageTitle} description={sentence} path={usePageAddress()} hidden />
    <div>
      <div className="spot" style={key} aria-hidden="true" />
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
