import { emailPattern } from '#contract/registration.ts'
import { registrationNameProblem } from '#server/auth/usernames/username-rules.ts'

type Issue = { path: 'email' | 'username'; message: string }

/** Everything that is wrong with a registration, as sentences; empty when it can go ahead. */
export function registrationProblems(
  { email, username }: { email: string; username: string },
  { emailTaken, usernameTaken }: { emailTaken: boolean; usernameTaken: boolean },
): Issue[] {
  const all: [Issue['path'], string | false | undefined][] = [
    ['email', !emailPattern.test(email) && 'Please enter a valid email address.'],
    ['email', emailTaken && 'This email is already registered.'],
    ['username', registrationNameProblem(username)],
    ['username', usernameTaken && 'This username is already taken.'],
  ]
  return all.flatMap(([path, message]) => (message ? [{ path, message }] : []))
}

/** Why a name cannot be taken by somebody who has one, in the words of the settings page. */
export const usernameRefusal = (username: string) =>
  username === '' ? 'Username cannot be empty' : registrationNameProblem(username)
