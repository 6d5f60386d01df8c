import { ApiError } from '#web/api/call.ts'

/** The app-wide browser event that asks the header to open the sign-in dialog (spec §2). */
export const signInEvent = 'foldout:open-sign-in'

export type SignInRequest = {
  /**
   * `upload` first shows the Sign In Required prompt. `favorite` and `follow` say why the form has come. `session` is for
   * somebody whose session ended over unsaved work, `members` for a page that only members see. After the last
   * four signing in stays on the page.
   */
  because?: 'upload' | 'favorite' | 'follow' | 'session' | 'members'
  /** Where to begin when it is not with signing in: at the second factor's code, or at a forgotten password. */
  at?: 'code' | 'reset'
  /** What the person was about to do; happens after signing in. */
  goOn?: () => void
}

export function openSignIn(request: SignInRequest = {}) {
  window.dispatchEvent(new CustomEvent(signInEvent, { detail: request }))
}

/** Whether a call was refused because nobody is signed in any more. */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

/** Asks in again whoever's session has ended, over what they were doing. */
export function askInAgain(error: unknown) {
  if (isSignedOut(error)) openSignIn({ because: 'session' })
}
