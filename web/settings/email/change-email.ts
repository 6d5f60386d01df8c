import type * as contract from '#contract/accounts.ts'
import type { Viewer } from '#contract/accounts.ts'
import { isSignedOut } from '#web/accounts/viewer-changes.ts'
import { ApiError, call } from '#web/api/call.ts'
import { updateUser } from '#web/creators/user-calls.ts'
import { isConfirmationNeeded, SettingProblem } from '../setting-problem.ts'

const adminUpdateEmail = call<typeof contract.adminUpdateEmail>('POST', '/api/auth/admin-update-email')
const directUpdateEmail = call<typeof contract.directUpdateEmail>('POST', '/api/auth/direct-update-email')

const title = 'Error updating email'
const alreadySet = 'Email address is already set to this value.'

/** Changes the address in the order of spec §7: one call, if that fails the other, then the profile. */
export async function changeEmail({ id, email }: Viewer, newEmail: string) {
  if (!email) throw new SettingProblem(title, 'User email not found')
  await changeAddress({ userId: id, newEmail })
  await updateUser({ params: { id }, body: { email: newEmail } })
}

async function changeAddress(change: { userId: string; newEmail: string }) {
  try {
    await adminUpdateEmail({ body: change })
  } catch (error) {
    if (isConfirmationNeeded(error)) throw error
    await directUpdateEmail({ body: change }).catch((last) => {
      throw problemOf(last)
    })
  }
}

/** What nobody has a better sentence for becomes the one of spec §8. */
function problemOf(error: unknown) {
  if (isSignedOut(error)) return new SettingProblem(title, 'No valid authentication session', error)
  const isOurs = error instanceof ApiError && error.code && error.status < 500
  if (isOurs && error.sentence === alreadySet) return new SettingProblem('No changes needed', alreadySet)
  if (isOurs) return error
  return new SettingProblem(
    'Email update failed',
    'Unable to update email. Authentication service limitations prevent email changes at this time.',
  )
}
