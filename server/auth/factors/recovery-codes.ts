import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomInt } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import type { Config } from '#server/config/config.ts'
import { decrypt } from '../better-auth/secrets.ts'
import { hashCost } from '../passwords/passwords.ts'

const codeCount = 10
/** Without ambiguous characters: 0 and o, 1 and l and i. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Single-use codes such as `k3mxp-7wq2d` (49 bits). */
export const recoveryCodes = () =>
  Array.from({ length: codeCount }, () => `${randomCharacters(5)}-${randomCharacters(5)}`)

const randomCharacters = (length: number) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Hashed like passwords, since 49 bits can be guessed. One salt per set, so an entered code is hashed once. */
type StoredCodes = { cost: typeof hashCost; salt: string; hashes: string[] }

const noCodes = JSON.stringify({ cost: hashCost, salt: '', hashes: [] } satisfies StoredCodes)

/** Hashes one code at a time: new sets are rare and must not delay sign-ins. */
export async function hashCodes(codes: string[]) {
  const stored: StoredCodes = { cost: hashCost, salt: randomBytes(16).toString('base64'), hashes: [] }
  for (const code of codes) stored.hashes.push(await hashOf(stored, code))
  return JSON.stringify(stored)
}

const hashOf = async ({ cost, salt }: StoredCodes, code: string) =>
  (await hashRaw(code, { ...cost, salt: Buffer.from(salt, 'base64') })).toString('base64')

/** Older sets are encrypted. A job and the first use hash them. */
const isEncrypted = (stored: string) => !stored.startsWith('{')

export const decryptCodes = async (config: Config, stored: string): Promise<string[]> =>
  JSON.parse(await decrypt(config, stored))

export async function countCodes(config: Config, stored: string) {
  if (isEncrypted(stored)) return (await decryptCodes(config, stored)).length
  return (JSON.parse(stored) as StoredCodes).hashes.length
}

async function withoutCode(config: Config, stored: string, code: string) {
  if (isEncrypted(stored)) {
    const codes = await decryptCodes(config, stored)
    return codes.includes(code) ? hashCodes(codes.filter((each) => each !== code)) : undefined
  }
  const storedCodes: StoredCodes = JSON.parse(stored)
  const hash = storedCodes.hashes.length > 0 ? await hashOf(storedCodes, code) : undefined
  if (!hash || !storedCodes.hashes.includes(hash)) return undefined
  return JSON.stringify({ ...storedCodes, hashes: storedCodes.hashes.filter((each) => each !== hash) })
}

type CodeAttempt = { code: string; remaining?: string | undefined }
const codeAttempts = new AsyncLocalStorage<CodeAttempt>()

export const withEnteredCode = <Result>(code: string, work: () => Promise<Result>) => codeAttempts.run({ code }, work)

/** Better Auth compares with decrypted codes: we return the entered code if it matches and store the others. */
export const hashedCodes = (config: Config) => ({
  async decrypt(stored: string) {
    const attempt = codeAttempts.getStore()
    if (!attempt) return '[]'
    attempt.remaining = await withoutCode(config, stored, attempt.code)
    return JSON.stringify(attempt.remaining === undefined ? [] : [attempt.code])
  },
  encrypt: async () => codeAttempts.getStore()?.remaining ?? noCodes,
})
