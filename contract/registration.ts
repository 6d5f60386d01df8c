import { limits } from './limits.ts'

const allowed = /^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u
const reserved = new Set(
  'about account admin administrator api auth contact foldout help me media moderator null profile project public root search settings support system undefined www zine zines'.split(
    ' ',
  ),
)

/** Why a username cannot be used, or undefined when it can. Whether it is free is the database's to say. */
export function usernameProblem(username: string) {
  const { usernameMin: min, usernameMax: max } = limits
  if (username === '') return 'Please enter a username.'
  const length = [...username].length
  if (length < min || length > max) return `Usernames are ${min} to ${max} characters long.`
  if (!allowed.test(username))
    return 'Usernames can have letters, digits, and _ . - after the first character.'
  if (reserved.has(usernameKey(username))) return 'This username is reserved. Please choose another one.'
}

/** What makes two usernames the same: case and compatibility forms do not count. */
export const usernameKey = (username: string) => username.normalize('NFKC').toLowerCase().normalize('NFC')

/** Deliberately simple (spec §5): something, an at sign, something with a dot, and no spaces. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
