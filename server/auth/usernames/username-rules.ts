import { randomInt, randomUUID } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import * as limits from '#contract/limits.ts'
import { reservedUsername, reservedUsernames, usernameProblem } from '#contract/registration.ts'
import type { Db } from '#server/db/connection.ts'
import { violatedConstraint } from '#server/db/constraint.ts'
import { isUsernameFree } from '../user.queries.ts'
import { lookAlikeKey, lookAlikeOf, usernameKey } from './username-key.ts'

export function registrationNameProblem(username: string) {
  const problem = usernameProblem(username)
  if (problem) return problem
  const key = usernameKey(username)
  if (reservedUsernames.some((reserved) => usernameKey(reserved) === key)) return reservedUsername
  if (looksLatin(username))
    return msg`Some capital letters in this username look like other letters. Please write them in lowercase.`
}

/** Some letters, such as the Greek Ν, have another key than the Latin letter they look like. */
function looksLatin(username: string) {
  const letters = [...username.normalize('NFKD')]
  if (!letters.some(hasDifferentKey)) return false
  return /\p{Script=Latin}/u.test(username) || isAscii(lookAlikeKey(letters.map(lookAlikeOf).join('')))
}

function hasDifferentKey(letter: string) {
  const lookalike = lookAlikeKey(lookAlikeOf(letter))
  return /^[a-z0-9]$/.test(lookalike) && lookalike !== lookAlikeKey(letter)
}

const isAscii = (text: string) => !/\P{ASCII}/u.test(text)

type NewUser = Record<string, unknown>

export function withUsername<User extends NewUser>(user: User) {
  const username = String(user.username ?? '').trim()
  return { ...user, username, usernameKey: usernameKey(username) }
}

/** The provider's name or one like it. `assignUsername` reserves it, as a taken name would fail the sign-up here. */
export function withSuggestedUsername<User extends NewUser>(user: User) {
  const username = suggestUsername(String(user.username || user.name || ''))
  const confirmedEmail = user.emailVerified === true ? user.email : null
  return { ...user, username, usernameKey: `${provisionalPrefix}${randomUUID()}`, confirmedEmail }
}

const provisionalPrefix = '~'

export async function assignUsername(db: Db, userId: string) {
  const user = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .where('username_key', 'like', `${provisionalPrefix}%`)
    .executeTakeFirst()
  if (!user) return
  for (const candidate of [...candidates(user.username), ...candidates('reader')])
    if (!registrationNameProblem(candidate) && (await claimUsername(db, userId, candidate))) return
  throw new Error(`The username ${user.username} is not available.`)
}

async function claimUsername(db: Db, userId: string, username: string) {
  if (!(await isUsernameFree(db, username, userId))) return false
  try {
    await db
      .updateTable('users')
      .set({ username, username_key: usernameKey(username) })
      .where('id', '=', userId)
      .where('username_key', 'like', `${provisionalPrefix}%`)
      .execute()
    return true
  } catch (error) {
    if (violatedConstraint(error) === 'users_username_unique') return false
    throw error
  }
}

const suggestUsername = (name: string) =>
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
  for (let attempts = 0; attempts < 20; attempts++) yield `${username}-${randomInt(10, 99_999)}`
}
