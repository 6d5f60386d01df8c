import { registrationNameProblem } from '../auth/usernames/username-rules.ts'

/** Why a name cannot be taken by somebody who has one, in the words of the settings page. */
export const usernameRefusal = (username: string) =>
  username === '' ? 'Username cannot be empty' : registrationNameProblem(username)
