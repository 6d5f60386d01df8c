import * as limits from './limits.ts'

/** Marks that a script writes its words with, such as the vowels of Devanagari; accents to stack at will are none. */
const allowed = /^[\p{L}\p{N}](?:[\p{L}\p{N}_.-]|(?!\p{Script=Inherited})\p{M})*$/u
/** Some letters, such as the Hangul filler, are not to be seen. */
const invisible = /\p{Default_Ignorable_Code_Point}/u

export const reservedUsernames =
  'abuse about account admin administrator anonymous api auth billing contact deleted everyone foldout help me media moderator nobody noreply null official owner postmaster profile project public root search security settings staff support system team undefined webmaster www zine zines'.split(
    ' ',
  )
const reserved = new Set(reservedUsernames)

export const reservedUsername = 'This username is reserved. Please choose another one.'

/**
 * Why a username cannot be used, or undefined when it can. Whether it is free is the database's to say, and names
 * that only look like a reserved one are the server's to see (server/auth/usernames/username-rules.ts).
 */
export function usernameProblem(username: string) {
  const min = limits.usernameMin
  const max = limits.usernameMax
  if (username === '') return 'Please enter a username.'
  const length = [...username].length
  if (length < min || length > max) return `Usernames are ${min} to ${max} characters long.`
  if (!allowed.test(username.normalize('NFC')) || invisible.test(username))
    return 'Usernames can have letters, digits, and _ . - after the first character.'
  if (reserved.has(username.toLowerCase())) return reservedUsername
}

/** Simple (spec §5), and no wider than what Better Auth accepts at sign-in: an address that could not sign in is none. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
