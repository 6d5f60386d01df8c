import { Stamp } from '#web/ui/marks/stamp.tsx'
import css from './waiting-notice.module.css'

/** To a new member whom nobody else sees yet. */
export const WaitingNotice = () => (
  <div className={css.waiting}>
    <Stamp>Waiting</Stamp>
    <p>
      Whoever runs this site has yet to say yes to your account. Until then nobody else sees this page, and
      nothing can be published. Projects and drafts are kept.
    </p>
  </div>
)
