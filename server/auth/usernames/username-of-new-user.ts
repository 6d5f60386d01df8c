import { randomInt } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { limits } from '#contract/limits.ts'
import type { Db } from '../../db/connection.ts'
import { usernameKey } from './username-key.ts'
import { registrationNameProblem } from './username-rules.ts'

type NewUser = Record<string, unknown>

/** The username that was asked for, or a refusal. */
export function withUsername<User extends NewUser>(user: User) {
  const username = String(user.username ?? '').trim()
  const problem = registrationNameProblem(username)
  if (problem) throw new APIError('BAD_REQUEST', { message: problem })
  return { ...user, username, usernameKey: usernameKey(username) }
}

/** Somebody who comes from a provider is called what they are called there, or nearly; settings can change it. */
export async function withFreeUsername<User extends NewUser>(db: Db, user: User) {
  const wanted = nameFrom(String(user.username || user.name || ''))
  for (const candidate of candidates(wanted)) {
    if (!registrationNameProblem(candidate) && !(await isTaken(db, candidate)))
      return {
        ...user,
        username: candidate,
        usernameKey: usernameKey(candidate),
        confirmedEmail: user.emailVerified === true ? user.email : null,
      }
  }
  throw new APIError('CONFLICT', { code: 'username_taken', message: 'This username is already taken.' })
}

const nameFrom = (name: string) =>
  [
    ...name
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}\p{M}_.-]+/gu, '-')
      .replace(/^[^\p{L}\p{N}]+|-+$/gu, ''),
  ]
    .slice(0, limits.usernameMax - 6)
    .join('') || 'reader'

function* candidates(wanted: string) {
  yield wanted
  for (let tries = 0; tries < 20; tries++) yield `${wanted}-${randomInt(10, 99_999)}`
}

async function isTaken(db: Db, username: string) {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst()
  return row !== undefined
}
