import { emailPattern } from '#contract/registration.ts'
import { registrationNameProblem } from '#server/auth/usernames/username-rules.ts'

/** Everything that is wrong with a registration, as sentences; empty when it can go ahead. */
export function registrationProblems(
  { email, username }: { email: string; username: string },
  { emailTaken, usernameTaken }: { emailTaken: boolean; usernameTaken: boolean },
) {
  return [
    emailPattern.test(email) ? undefined : 'Please enter a valid email address.',
    emailTaken ? 'This email is already registered.' : undefined,
    registrationNameProblem(username),
    usernameTaken ? 'This username is already taken.' : undefined,
  ].filter((problem) => problem !== undefined)
}

/** Why a name cannot be taken by somebody who has one, in the words of the settings page. */
export const usernameRefusal = (username: string) =>
  username === '' ? 'Username cannot be empty' : registrationNameProblem(username)
