import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isSolution, type Proof, type ProofTask, proofPuzzles, puzzleText } from '#contract/proof-of-work.ts'
import { Refusal } from '#server/http/errors.ts'
import type { AuthDependencies } from '../better-auth/auth.ts'

const taskSeconds = 300

const shape = /^(\d{1,2})\.(\d{1,12})\.[\w-]{22}\.([\w-]{43})$/

const how =
  'For every index below puzzles, find an integer n such that the SHA-256 of the text challenge.index.n starts with ' +
  'bits zero bits. Then repeat the request with proof: { challenge, solutions: [n, ...] }, once and within five minutes.'

/** A signed task for tries at one account. The server stores nothing until its proof is used. */
export function taskFor(secret: string, account: string, bits: number, now = Date.now()): ProofTask {
  const expires = Math.floor(now / 1000) + taskSeconds
  const signed = `${bits}.${expires}.${randomBytes(16).toString('base64url')}`
  const challenge = `${signed}.${signature(secret, account, signed)}`
  return { challenge, puzzles: proofPuzzles, bits, how }
}

/** Whether the proof is valid, in time, and for a task we issued for this account. Reuse is checked elsewhere. */
export function isProof(
  secrets: string[],
  account: string,
  { challenge, solutions }: Proof,
  now = Date.now(),
): boolean {
  const [, bits, expires, given] = shape.exec(challenge) ?? []
  if (!given || Number(expires) * 1000 < now) return false
  const signed = challenge.slice(0, challenge.lastIndexOf('.'))
  const isOurs = secrets.some((secret) =>
    timingSafeEqual(Buffer.from(given), Buffer.from(signature(secret, account, signed))),
  )
  if (!isOurs) return false
  return solutions.every((solution, index) =>
    isSolution(
      createHash('sha256')
        .update(puzzleText(challenge, index, solution))
        .digest(),
      Number(bits),
    ),
  )
}

const signature = (secret: string, account: string, signed: string) =>
  createHmac('sha256', secret).update(`proof-of-work:${account}:${signed}`).digest('base64url')

type Deps = Pick<AuthDependencies, 'config' | 'limits'>
type Asked = { proof: Proof | undefined; bits: number; why: string }

/** Accepts a proof for `what` once, otherwise issues a task. */
export async function requireProof({ config, limits }: Deps, what: string, { proof, bits, why }: Asked) {
  const isDone = proof !== undefined && isProof(config.secrets, what, proof)
  if (isDone && (await limits.tryToSpend('proof', proof.challenge))) return
  throw new Refusal('proof_needed', why, { proof: taskFor(config.secret, what, bits) })
}
