import type { Viewer } from '#contract/accounts.ts'
import { ApiError, apiGet, apiSend, viewerPath } from '#web/api.ts'
import { isConfirmationNeeded, isSignedOut, SettingProblem } from './setting-problem.ts'
import { accountPath } from './settings-paths.ts'

const title = 'Error updating email'

/**
 * Changes the address in the order of spec §7: one call, if that fails the other, then the profile. It asks first
 * who is signed in now, because another tab or device may have changed that or the address.
 */
export async function changeEmail(userId: string, newEmail: string) {
  const { user } = await apiGet<{ user: Viewer | null }>(viewerPath)
  if (!user) throw new SettingProblem(title, 'No valid authentication session')
  if (!user.email) throw new SettingProblem(title, 'User email not found')
  if (isSameEmail(user.email, newEmail)) {
    throw new SettingProblem('No changes needed', 'Email address is already set to this value.')
  }
  await changeAddress({ userId, newEmail })
  await apiSend('PUT', accountPath(userId), { email: newEmail })
}

/** The server keeps addresses in lower case. */
export const isSameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

async function changeAddress(change: { userId: string; newEmail: string }) {
  try {
    await apiSend('POST', '/api/auth/admin-update-email', change)
  } catch (error) {
    if (isConfirmationNeeded(error)) throw error
    await apiSend('POST', '/api/auth/direct-update-email', change).catch((last) => {
      throw refusalOf(last)
    })
  }
}

function refusalOf(error: unknown) {
  if (isSignedOut(error)) return new SettingProblem(title, 'No valid authentication session')
  if (error instanceof ApiError && error.code && error.status < 500) return error
  return new SettingProblem(
    'Email update failed',
    'Unable to update email. Authentication service limitations prevent email changes at this time.',
  )
}
