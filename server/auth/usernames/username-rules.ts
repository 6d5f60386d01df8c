import { randomInt, randomUUID } from 'node:crypto'
import * as limits from '#contract/limits.ts'
import { reservedUsername, reservedUsernames, usernameProblem } from '#contract/registration.ts'
import type { Db } from '#server/db/connection.ts'
import { brokenConstraint } from '#server/db/constraint.ts'
import { seenAs, usernameKey } from '#server/db/username-key.ts'
import { isUsernameFree } from '../user.queries.ts'

export function registrationNameProblem(username: string) {
  const problem = usernameProblem(username)
  if (problem) return problem
  const key = usernameKey(username)
  if (reservedUsernames.some((reserved) => usernameKey(reserved) === key)) return reservedUsername
  if (passesForLatin(username))
    return 'Some capital letters in this username look like other letters. Please write them in lower case.'
}

/** Some letters, such as the Greek Ν, have another key than the Latin letter they look like. */
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

type NewUser = Record<string, unknown>

export function withUsername<User extends NewUser>(user: User) {
  const username = String(user.username ?? '').trim()
  return { ...user, username, usernameKey: usernameKey(username) }
}

/** The provider's name or one like it. `settleUsername` reserves it, as a taken name would fail the sign-up here. */
export function withWishedUsername<User extends NewUser>(user: User) {
  const username = wished(String(user.username || user.name || ''))
  const confirmedEmail = user.emailVerified === true ? user.email : null
  return { ...user, username, usernameKey: `${unsettled}${randomUUID()}`, confirmedEmail }
}

const unsettled = '~'

export async function settleUsername(db: Db, userId: string) {
  const user = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .where('username_key', 'like', `${unsettled}%`)
    .executeTakeFirst()
  if (!user) return
  for (const candidate of [...candidates(user.username), ...candidates('reader')])
    if (!registrationNameProblem(candidate) && (await take(db, userId, candidate))) return
  throw new Error(`The username ${user.username} is not available.`)
}

async function take(db: Db, userId: string, username: string) {
  if (!(await isUsernameFree(db, username, userId))) return false
  try {
    await db
      .updateTable('users')
      .set({ username, username_key: usernameKey(username) })
      .where('id', '=', userId)
      .where('username_key', 'like', `${unsettled}%`)
      .execute()
    return true
  } catch (error) {
    if (brokenConstraint(error) === 'users_username_unique') return false
    throw error
  }
}

const wished = (name: string) =>
  [
    ...name
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}\p{M}_.-]+/gu, '-')
      .replace(/^[^\p{L}\p{N}]+|-+$/gu, ''),
  ]
    .slice(0, limits.usernameMax - 6)
    .join('') || 'reader'

function* candidates(username: string) {
  yield username
  for (let tries = 0; tries < 20; tries++) yield `${username}-${randomInt(10, 99_999)}`
}
