import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomInt } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import type { Config } from '#server/config/config.ts'
import { decrypt } from '../better-auth/secrets.ts'
import { cost } from '../passwords/passwords.ts'

const amount = 10
/** Without ambiguous characters: 0 and o, 1 and l and i. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Single-use codes such as `k3mxp-7wq2d` (49 bits). */
export const recoveryCodes = () =>
  Array.from({ length: amount }, () => `${randomLetters(5)}-${randomLetters(5)}`)

const randomLetters = (length: number) =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** Hashed like passwords, since 49 bits can be guessed. One salt per set, so an entered code is hashed once. */
type KeptCodes = { cost: typeof cost; salt: string; hashes: string[] }

const noCodes = JSON.stringify({ cost, salt: '', hashes: [] } satisfies KeptCodes)

/** Hashes one code at a time: new sets are rare and must not delay sign-ins. */
export async function keptCodes(codes: string[]) {
  const kept: KeptCodes = { cost, salt: randomBytes(16).toString('base64'), hashes: [] }
  for (const code of codes) kept.hashes.push(await hashOf(kept, code))
  return JSON.stringify(kept)
}

const hashOf = async ({ cost, salt }: KeptCodes, code: string) =>
  (await hashRaw(code, { ...cost, salt: Buffer.from(salt, 'base64') })).toString('base64')

/** Older sets are encrypted. A job and the first use hash them. */
const isEncrypted = (kept: string) => !kept.startsWith('{')

export const encryptedCodes = async (config: Config, kept: string): Promise<string[]> =>
  JSON.parse(await decrypt(config, kept))

export async function countCodes(config: Config, kept: string) {
  if (isEncrypted(kept)) return (await encryptedCodes(config, kept)).length
  return (JSON.parse(kept) as KeptCodes).hashes.length
}

async function without(config: Config, kept: string, code: string) {
  if (isEncrypted(kept)) {
    const codes = await encryptedCodes(config, kept)
    return codes.includes(code) ? keptCodes(codes.filter((each) => each !== code)) : undefined
  }
  const set: KeptCodes = JSON.parse(kept)
  const hash = set.hashes.length > 0 ? await hashOf(set, code) : undefined
  if (!hash || !set.hashes.includes(hash)) return undefined
  return JSON.stringify({ ...set, hashes: set.hashes.filter((each) => each !== hash) })
}

type Typed = { code: string; left?: string | undefined }
const typing = new AsyncLocalStorage<Typed>()

export const withTypedCode = <Result>(code: string, work: () => Promise<Result>) => typing.run({ code }, work)

/** Better Auth compares with decrypted codes: we return the entered code if it matches and store the others. */
export const hashedCodes = (config: Config) => ({
  async decrypt(kept: string) {
    const typed = typing.getStore()
    if (!typed) return '[]'
    typed.left = await without(config, kept, typed.code)
    return JSON.stringify(typed.left === undefined ? [] : [typed.code])
  },
  encrypt: async () => typing.getStore()?.left ?? noCodes,
})
