/** As it was typed: spaces do not count, nor does case. Six digits are the app's, all else is a recovery code. */
export function readCode(typed: string) {
  const code = typed.replace(/\s/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code } as const
  return { kind: 'recovery', code: code.replace(/^(\w{5})(\w{5})$/, '$1-$2') } as const
}
