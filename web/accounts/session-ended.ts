import { ApiError } from '#web/api/call.ts'
import { openSignIn } from './open-sign-in.ts'

/** Whether a call was refused because nobody is signed in any more. */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

/** Asks in again whoever's session has ended, over what they were doing. */
export function askInAgain(error: unknown) {
  if (isSignedOut(error)) openSignIn({ because: 'session' })
}
