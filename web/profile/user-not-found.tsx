import { PageHead, usePageAddress } from '#web/page/page-head.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import solo from '#web/ui/states/solo.module.css'

export const UserNotFound = () => (
  <main id="main" className={solo.solo}>
    <PageHead
      title="User not found · Foldout"
      description="The user you're looking for doesn't exist."
      path={usePageAddress()}
      hidden
    />
    <div>
      <h1>User not found</h1>
      <p>The user you're looking for doesn't exist.</p>
      <Link className={buttonClass({})} to="/?tab=creators">
        Browse creators
      </Link>
    </div>
  </main>
)
