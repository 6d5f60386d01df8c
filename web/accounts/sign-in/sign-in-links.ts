import { t } from '@lingui/core/macro'
import type * as contract from '#contract/factors.ts'
import { call } from '#web/api/call.ts'
import { loadSentences } from '#web/languages/browser-i18n.ts'
import { notifyAccountError } from '../account-calls.ts'
import { openSignIn } from '../viewer.ts'
import { isSignedOut } from '../viewer-changes.ts'

let inviteCode = ''

/** The invite code that opened this visit. Survives closing the dialog, but not a reload. */
export const getInviteCode = () => inviteCode

export function followInviteLink(isSignedIn: boolean) {
  const invite = consumeParameter('invite')
  if (invite === undefined || isSignedIn) return
  inviteCode = invite.slice(0, 100)
  openSignIn({ view: 'create' })
}

const challengeFactor = call<typeof contract.challengeFactor>('POST', '/api/auth/factors/challenge')
const secondFactorParameter = 'second_factor'

/** Opens the code dialog after a provider sign-in. Asks the server first, because anyone can forge such a URL. */
export async function resumeSecondFactor() {
  if (consumeParameter(secondFactorParameter) === undefined) return
  try {
    await challengeFactor()
    openSignIn({ view: 'code' })
  } catch (error) {
    if (isSignedOut(error)) return
    await loadSentences('account')
    notifyAccountError(t`Login failed`, error)
  }
}

/** Removes a parameter from the address and returns it, so that a reload or shared link does not repeat it. */
function consumeParameter(name: string) {
  const address = new URL(window.location.href)
  const value = address.searchParams.get(name)
  if (value === null) return undefined
  address.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', address)
  return value
}
