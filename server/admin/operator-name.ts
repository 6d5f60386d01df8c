import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { toVisibleLine } from '#contract/visible-text.ts'
import { apiError } from '#server/http/errors.ts'
import { userName } from '#server/process/user-name.ts'

const maxNameLength = 60

/** The name given with `--as`, otherwise the login's. The result throws if the audit log would name no person. */
export function readOperator(given: string | undefined): () => string {
  if (given === undefined) return () => findOperator(process.env, readLogin())
  const name = validateName(given)
  return () => name
}

function validateName(name: string) {
  if (name === '' || name.startsWith('--'))
    throw apiError('invalid_request', '--as needs a NAME: your name, for the audit log.')
  if (isOperatorName(name)) return name
  throw apiError('invalid_request', `--as must be a name of at most ${maxNameLength} visible characters on one line.`)
}

export const isOperatorName = (name: string) =>
  name !== '' && [...name].length <= maxNameLength && toVisibleLine(name) === name

type Login = {
  /** The user who logged in, if the system knows. It stays the same through `su`, `sudo` and `runuser`. */
  loginUser: string | undefined
  /** The user of this process. Without a name in some containers. */
  user: { username: string; uid: number; shell: string | null } | undefined
}

/** @throws if only a service account is known */
export function findOperator({ SUDO_USER }: NodeJS.ProcessEnv, { loginUser, user }: Login) {
  const person = SUDO_USER || loginUser || (user && !isServiceAccount(user) && user.username)
  if (person) return person
  throw apiError(
    'invalid_request',
    `The audit log needs your name: this command runs as ${user?.username ?? 'a user without a name'}. Add --as NAME.`,
  )
}

/** Debian creates system users with ids up to 999, and packages often ones that cannot log in. */
const isServiceAccount = ({ uid, shell }: NonNullable<Login['user']>) =>
  (process.platform === 'linux' && uid > 0 && uid < 1000) || /\/(nologin|false)$/.test(shell ?? '')

function readLogin(): Login {
  return { loginUser: readLoginUser(), user: ignoringErrors(() => userInfo()) }
}

/** The largest id means that the process is part of no login. */
const noLogin = 2 ** 32 - 1

function readLoginUser() {
  // A container has other users than the machine on which someone logged in.
  if (['/run/.containerenv', '/.dockerenv'].some((path) => existsSync(path))) return undefined
  const uid = ignoringErrors(() => Number(readFileSync('/proc/self/loginuid', 'utf8')))
  return uid === undefined || uid === noLogin ? undefined : userName(uid)
}

function ignoringErrors<Result>(read: () => Result) {
  try {
    return read()
  } catch {
    return undefined
  }
}
