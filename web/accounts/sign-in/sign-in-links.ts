import type * as contract from '#contract/factors.ts'
import { call } from '#web/api/call.ts'
import { sayFailed } from '../account-calls.ts'
import { openSignIn } from '../viewer.ts'
import { isSignedOut } from '../viewer-changes.ts'

let code = ''

/** The invite code that opened this visit. Survives closing the dialog, but not a reload. */
export const invitedWith = () => code

export function followInviteLink(isSignedIn: boolean) {
  const given = takeParameter('invite')
  if (given === undefined || isSignedIn) return
  code = given.slice(0, 100)
  openSignIn({ at: 'create' })
}

const challengeFactor = call<typeof contract.challengeFactor>('POST', '/api/auth/factors/challenge')
const mark = 'second_factor'

/** Opens the code dialog after a provider sign-in. Asks the server first, because anyone can forge such a URL. */
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

/** Removes a parameter from the address and returns it, so that a reload or shared link does not repeat it. */
function takeParameter(name: string) {
  const address = new URL(window.location.href)
  const value = address.searchParams.get(name)
  if (value === null) return undefined
  address.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', address)
  return value
}
