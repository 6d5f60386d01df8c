import { reservedUsername, reservedUsernames, usernameProblem } from '#contract/registration.ts'
import { seenAs, usernameKey } from '#server/db/username-key.ts'

/** Why nobody may call themselves this, or undefined when they may. Whether it is free is the database's to say. */
export function registrationNameProblem(username: string) {
  const problem = usernameProblem(username)
  if (problem) return problem
  const key = usernameKey(username)
  if (reservedUsernames.some((reserved) => usernameKey(reserved) === key)) return reservedUsername
  if (passesForLatin(username))
    return 'Some capitals of this username can be mistaken for others. Please write them in lower case.'
}

/**
 * A few letters have one key but two looks, such as the Greek Ν and ν. In a name that can be read as a Latin one
 * the key would not be that of the name it is taken for.
 */
function passesForLatin(username: string) {
  const letters = [...username.normalize('NFKD')]
  if (!letters.some(hasAnotherKey)) return false
  return /\p{Script=Latin}/u.test(username) || isAscii(usernameKey(letters.map(seenAs).join('')))
}

function hasAnotherKey(letter: string) {
  const seen = usernameKey(seenAs(letter))
  return /^[a-z0-9]$/.test(seen) && seen !== usernameKey(letter)
}

const isAscii = (text: string) => !/\P{ASCII}/u.test(text)
