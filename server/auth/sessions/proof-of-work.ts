import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isSolution, type Proof, type ProofTask, proofPuzzles, puzzleText } from '#contract/proof-of-work.ts'
import { ApiError, type ErrorText } from '#server/http/errors.ts'
import type { AuthDependencies } from '../better-auth/auth.ts'

const taskSeconds = 300

const shape = /^(\d{1,2})\.(\d{1,12})\.[\w-]{22}\.([\w-]{43})$/

const instructions =
  'For every index below puzzles, find an integer n such that the SHA-256 of the text challenge.index.n starts with ' +
  'bits zero bits. Then repeat the request with proof: { challenge, solutions: [n, ...] }, once and within five minutes.'

/** A signed task for tries at one account. The server stores nothing until its proof is used. */
export function createProofTask(secret: string, account: string, bits: number, now = Date.now()): ProofTask {
  const expires = Math.floor(now / 1000) + taskSeconds
  const signed = `${bits}.${expires}.${randomBytes(16).toString('base64url')}`
  const challenge = `${signed}.${signature(secret, account, signed)}`
  return { challenge, puzzles: proofPuzzles, bits, how: instructions }
}

/** Whether the proof is valid, in time, and for a task we issued for this account. Reuse is checked elsewhere. */
export function isProof(
  secrets: string[],
  account: string,
  { challenge, solutions }: Proof,
  now = Date.now(),
): boolean {
  const [, bits, expires, sentSignature] = shape.exec(challenge) ?? []
  if (!sentSignature || Number(expires) * 1000 < now) return false
  const signed = challenge.slice(0, challenge.lastIndexOf('.'))
  const isAuthentic = secrets.some((secret) =>
    timingSafeEqual(Buffer.from(sentSignature), Buffer.from(signature(secret, account, signed))),
  )
  if (!isAuthentic) return false
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
type ProofRequest = { proof: Proof | undefined; bits: number; message: ErrorText }

/** Accepts a proof for `subject` once, otherwise issues a task. */
export async function requireProof({ config, limits }: Deps, subject: string, { proof, bits, message }: ProofRequest) {
  const isSolved = proof !== undefined && isProof(config.secrets, subject, proof)
  if (isSolved && (await limits.tryConsume('proof', proof.challenge))) return
  throw new ApiError('proof_needed', message, { proof: createProofTask(config.secret, subject, bits) })
}
