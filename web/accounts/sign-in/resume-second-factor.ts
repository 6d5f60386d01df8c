import type * as contract from '#contract/factors.ts'
import { call } from '#web/api/call.ts'
import { sayFailed } from '../account-calls.ts'
import { openSignIn } from '../viewer.ts'
import { isSignedOut } from '../viewer-changes.ts'
import { takeParameter } from './take-parameter.ts'

const challengeFactor = call<typeof contract.challengeFactor>('POST', '/api/auth/factors/challenge')
const mark = 'second_factor'

/**
 * After signing in at a provider the server sends the browser to an address with this mark, when a code is still to
 * come. Anybody can write such an address, so the sheet opens only if the server knows of a sign-in that waits.
 */
export async function resumeSecondFactor() {
  if (takeParameter(mark) === undefined) return
  try {
    await challengeFactor()
    openSignIn({ at: 'code' })
  } catch (error) {
    if (isSignedOut(error)) return
    sayFailed('Login failed', error)
  }
}
