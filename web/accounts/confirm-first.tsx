import { ApiError } from '#web/api/call.ts'
import css from './account-form.module.css'
import { SendNewLink } from './send-new-link.tsx'
import { useViewer } from './viewer.ts'

/** Whether somebody has to confirm their address before they publish. */
export const isUnconfirmed = (error: unknown) =>
  error instanceof ApiError && error.code === 'email_unconfirmed'

/** Below the sentence that says so: where the mail went, and the mail once more. */
export function ConfirmFirst() {
  const viewer = useViewer()
  if (!viewer) return null
  return (
    <div className={css.confirmFirst}>
      <p>The mail went to {viewer.email}.</p>
      <SendNewLink email={viewer.email} look="second" size="small" />
    </div>
  )
}
