import { AsyncLocalStorage } from 'node:async_hooks'
import { readFile } from 'node:fs/promises'
import { msg } from '@lingui/core/runtime-macro'
import { hash as hashOf, verify } from '@node-rs/argon2'
import { passwordMin } from '#contract/limits.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import type { Limits } from '#server/http/rate-limits.ts'

export async function checkOwnPassword({ db, limits }: { db: Db; limits: Limits }, userId: string, password: string) {
  await limits.consume('password', userId)
  if (!(await isPasswordOf(db, userId, password))) throw apiError('wrong_password', msg`Current password is incorrect`)
  await limits.reset('password', userId)
}

export async function checkNewPassword(password: string, person = { username: '', email: '' }) {
  const problem = await passwordProblem(password, person)
  if (problem) throw apiError('invalid_request', problem)
}

export async function passwordProblem(password: string, person: { username: string; email: string }) {
  const lowerCased = password.toLowerCase()
  if (lowerCased === person.username.toLowerCase() || lowerCased === person.email.toLowerCase()) return personalMessage
  if (isAboutTheSite(lowerCased)) return siteNameMessage
  if (await isCommonPassword(password)) return commonMessage
}

const personalMessage = msg`Please choose a password that is not your username or email.`
const siteNameMessage = msg`Please choose a password that does not contain the name of this site.`
const commonMessage = msg`This password is very common and easy to guess. Please choose another one.`

/** Attackers try the site's own words first, with digits and punctuation appended. */
const siteWords = ['foldout', 'zines', 'zine', 'admin']

function isAboutTheSite(lowerCased: string) {
  const letters = lowerCased.replace(/\P{L}/gu, '')
  return letters !== '' && siteWords.reduce((left, word) => left.replaceAll(word, ''), letters) === ''
}

/** The list is sorted by frequency. Later entries are no more likely than many other names or words. */
const commonPasswordCount = 10_000

let commonPasswords: Promise<Set<string>> | undefined

export async function isCommonPassword(password: string) {
  commonPasswords ??= readCommonPasswords()
  return (await commonPasswords).has(password.toLowerCase())
}

/** Loaded with the first new password. Importing the package would load a dozen dictionaries. */
async function readCommonPasswords() {
  const list = new URL('../src/passwords.json', import.meta.resolve('@zxcvbn-ts/language-common'))
  const passwords: string[] = JSON.parse(await readFile(list, 'utf8'))
  return new Set(passwords.filter(({ length }) => length >= passwordMin).slice(0, commonPasswordCount))
}

async function findHash(db: Db, userId: string) {
  const row = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? undefined
}

export const hasPassword = async (db: Db, userId: string) => (await findHash(db, userId)) !== undefined

async function isPasswordOf(db: Db, userId: string, password: string) {
  const hash = await findHash(db, userId)
  return hash !== undefined && (await verifyPassword({ hash, password }))
}

export async function setPassword(tx: Tx, userId: string, hash: string) {
  const account = { user_id: userId, provider_id: 'credential', account_id: userId, password: hash }
  await tx
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, updated_at: new Date() }),
    )
    .execute()
}

export async function deletePassword(tx: Tx, userId: string) {
  await tx.deleteFrom('accounts').where('user_id', '=', userId).where('provider_id', '=', 'credential').execute()
}

/** argon2id with OWASP's minimum: 19 MiB, two passes, one lane. */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Different keyboards encode the same characters differently. */
const normalise = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string) => hashOf(normalise(password), hashCost)

type Attempt = { hash: string; password: string }

/** Older hashes were made before passwords were normalised. */
export async function verifyPassword({ hash, password }: Attempt) {
  if (await verify(hash, normalise(password))) return true
  return normalise(password) !== password && verify(hash, password)
}

const currentCosts = `$argon2id$v=19$m=${hashCost.memoryCost},t=${hashCost.timeCost},p=${hashCost.parallelism}$`

/** Matches no password, but takes as long to check as any other. */
const dummyHash = `${currentCosts}${'A'.repeat(22)}$${'A'.repeat(43)}`

const verifiedAttempt = new AsyncLocalStorage<Attempt>()

/** Runs `work` if the password is right. Takes the same time whether or not the account exists. */
export async function withVerifiedPassword<Result>(
  { hash, password }: { hash: string | null; password: string },
  work: () => Promise<Result>,
) {
  const isVerified = await verifyPassword({ hash: hash ?? dummyHash, password })
  return hash !== null && isVerified ? verifiedAttempt.run({ hash, password }, work) : undefined
}

/** Replaces a hash that has old costs or no normalisation, unless the password has changed in the meantime. */
export async function rehashIfOutdated(db: Db, userId: string, { hash, password }: Attempt) {
  const isCurrent = hash.startsWith(currentCosts) && (await isHashOfNormalised({ hash, password }))
  if (isCurrent) return
  await db
    .updateTable('accounts')
    .set({ password: await hashPassword(password) })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', '=', hash)
    .execute()
}

/** Only a password that normalisation changes can have an old hash. */
const isHashOfNormalised = async ({ hash, password }: Attempt) =>
  normalise(password) === password || verify(hash, normalise(password))

export async function verifyUnlessVerified(attempt: Attempt) {
  const verified = verifiedAttempt.getStore()
  if (verified?.hash === attempt.hash && verified.password === attempt.password) return true
  return verifyPassword(attempt)
}
