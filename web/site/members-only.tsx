import { preloadSignIn } from '#web/accounts/account-dialogs.tsx'
import { openSignIn } from '#web/accounts/open-sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHead } from './page-head.tsx'
import './solo.css'
import { usePageAddress } from './use-page-address.ts'

type MembersOnlyProps = { title: string; pageTitle: string; sentence: string }

/** In the place of a page that only members see; after signing in the page itself stands there. */
export const MembersOnly = ({ title, pageTitle, sentence }: MembersOnlyProps) => (
  <main id="main" className="solo">
    <PageHead title={pageTitle} description={sentence} path={usePageAddress()} hidden />
    <div>
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
