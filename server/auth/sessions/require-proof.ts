import type { Proof } from '#contract/proof-of-work.ts'
import { Refusal } from '#server/http/errors.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { isProof, taskFor } from './proof-of-work.ts'

type Deps = Pick<AuthDependencies, 'config' | 'limits'>
type Asked = { proof: Proof | undefined; bits: number; why: string }

/** Lets on who has done the work for `what`, once, and gives everybody else a task. */
export async function requireProof({ config, limits }: Deps, what: string, { proof, bits, why }: Asked) {
  const isDone = proof !== undefined && isProof(config.secrets, what, proof)
  if (isDone && (await limits.tryToSpend('proof', proof.challenge))) return
  throw new Refusal('proof_needed', why, { proof: taskFor(config.secret, what, bits) })
}
