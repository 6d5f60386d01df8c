import { refuse } from '#server/http/errors.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { passwordProblem } from './common-passwords.ts'
import { isPasswordOf } from './password.queries.ts'

/** Refuses what is not the password of somebody who is signed in. */
export async function checkOwnPassword(
  { db, limits }: Pick<AuthDependencies, 'db' | 'limits'>,
  userId: string,
  password: string,
) {
  await limits.spend('password', userId)
  if (!(await isPasswordOf(db, userId, password)))
    throw refuse('wrong_password', 'Current password is incorrect')
  await limits.forgive('password', userId)
}

/** Refuses a new password that is too easily guessed for this person. */
export async function checkNewPassword(password: string, person = { username: '', email: '' }) {
  const problem = await passwordProblem(password, person)
  if (problem) throw refuse('invalid_request', problem)
}
