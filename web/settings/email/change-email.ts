import { t } from '@lingui/core/macro'
import type * as contract from '#contract/accounts.ts'
import type { Viewer } from '#contract/accounts.ts'
import { isSignedOut } from '#web/accounts/viewer-changes.ts'
import { ApiError, call } from '#web/api/call.ts'
import { updateUser } from '#web/creators/user-calls.ts'
import { isConfirmationNeeded, SettingError } from '../setting-error.ts'

const adminUpdateEmail = call<typeof contract.adminUpdateEmail>('POST', '/api/auth/admin-update-email')
const directUpdateEmail = call<typeof contract.directUpdateEmail>('POST', '/api/auth/direct-update-email')

/** The order of spec §7: one call, the other if it fails, then the profile. */
export async function changeEmail({ id, email }: Viewer, newEmail: string) {
  if (!email) throw new SettingError(t`Error updating email`, t`User email not found`)
  await changeAddress({ userId: id, newEmail })
  await updateUser({ params: { id }, body: { email: newEmail } })
}

async function changeAddress(change: { userId: string; newEmail: string }) {
  try {
    await adminUpdateEmail({ body: change })
  } catch (error) {
    if (isConfirmationNeeded(error)) throw error
    await directUpdateEmail({ body: change }).catch((last) => {
      throw toSettingError(last)
    })
  }
}

/** The server's message for the user, or else the message of spec §8. */
function toSettingError(error: unknown) {
  if (isSignedOut(error)) return new SettingError(t`Error updating email`, t`No valid authentication session`, error)
  const isUserError = error instanceof ApiError && error.code && error.status < 500
  if (isUserError && error.code === 'nothing_to_change')
    return new SettingError(t`No changes needed`, error.userMessage)
  if (isUserError) return error
  return new SettingError(
    t`Email update failed`,
    t`Unable to update email. Authentication service limitations prevent email changes at this time.`,
  )
}
