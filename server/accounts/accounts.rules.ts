import { emailPattern } from '#contract/registration.ts'
import { domainRefused } from '#server/auth/sign-ups/email-domains.ts'
import { registrationNameProblem } from '#server/auth/usernames/username-rules.ts'

type Issue = { path: 'email' | 'username'; message: string }

/** What the database and the settings say. */
type Found = {
  emailTaken: boolean
  usernameTaken: boolean
  emailRefused: boolean
}

/** Everything that is wrong with a registration, as sentences; empty when it can go ahead. */
export function registrationProblems(
  { email, username }: { email: string; username: string },
  { emailTaken, usernameTaken, emailRefused }: Found,
): Issue[] {
  const all: [Issue['path'], string | false | undefined][] = [
    ['email', !emailPattern.test(email) && 'Please enter a valid email address.'],
    ['email', emailRefused && domainRefused],
    ['email', emailTaken && 'This email is already registered.'],
    ['username', registrationNameProblem(username)],
    ['username', usernameTaken && 'This username is already taken.'],
  ]
  return all.flatMap(([path, message]) => (message ? [{ path, message }] : []))
}

/** Why a name cannot be taken by somebody who has one, in the words of the settings page. */
export const usernameRefusal = (username: string) =>
  username === '' ? 'Username cannot be empty' : registrationNameProblem(username)
