import { openSignIn } from '../viewer.ts'
import { takeParameter } from './take-parameter.ts'

let code = ''

/** The invite whose link this visit began with; it outlives the dialog, until the page is left. */
export const invitedWith = () => code

/** Opens the form for a new account for whoever follows a link with an invite. Who has an account needs none. */
export function followInviteLink(isSignedIn: boolean) {
  const given = takeParameter('invite')
  if (given === undefined || isSignedIn) return
  code = given.slice(0, 100)
  openSignIn({ at: 'create' })
}
