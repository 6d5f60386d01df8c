import { refuse } from '#server/http/errors.ts'

/**
 * A code as it was typed, and Better Auth's call that checks it: spaces do not count, nor does case. Six digits are the
 * app's, all else is a recovery code.
 */
export function readCode(typed: string) {
  const code = typed.replace(/\s/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return { path: '/two-factor/verify-totp', code }
  return { path: '/two-factor/verify-backup-code', code: code.replace(/^(\w{5})(\w{5})$/, '$1-$2') }
}

/** What a typed code is, for the log. */
export const factorOf = (typed: string) =>
  readCode(typed).path === '/two-factor/verify-totp' ? 'code' : 'recovery code'

export const codeUsedBefore = () =>
  refuse('wrong_code', 'This code was used already. Please wait for the next one.')
