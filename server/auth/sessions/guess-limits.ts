import type { FastifyRequest } from 'fastify'
import type { Proof } from '#contract/proof-of-work.ts'
import { limitedAddress } from '#server/http/limit.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { requireProof } from './require-proof.ts'
import type { Login } from './sign-in.queries.ts'

type Deps = Pick<AuthDependencies, 'config' | 'limits'>
type Try = { login: Login; proof: Proof | undefined }

/**
 * Lets a try at a password go on, or refuses it. Answers what to do should the password be right. A browser that its
 * person has used counts by itself, so nothing that strangers do reaches it. All others share the account's tries: when
 * those are spent, each further one costs its browser some work, and nobody is turned away. What ends guessing is the
 * number of tries that a network has, at one account and at all of them (docs/decisions/0021-guessing-costs-work.md).
 */
export async function admitTry(deps: Deps, { ip }: FastifyRequest, { login, proof }: Try) {
  const { limits } = deps
  const { account, device } = login
  if (device !== undefined) {
    const browser = `${account} ${device}`
    await limits.spend('sign-in-browser', browser)
    return () => limits.forgive('sign-in-browser', browser)
  }
  const tooMany = await limits.triesTooMany('sign-in-account', account)
  if (tooMany > 0) await requireProof(deps, account, { proof, bits: bitsFor(tooMany), why: guessedAt })
  const fromNetwork = `${account} ${limitedAddress(ip)}`
  await limits.spend('sign-in-network', fromNetwork)
  await limits.spend('sign-in-address', ip)
  return async () => {
    await limits.forgive('sign-in-network', fromNetwork)
    await limits.giveBack('sign-in-account', account)
  }
}

const guessedAt =
  'There were many tries to sign in to this account. Each further one takes a little work of your browser: please try again.'

/** For each of 16 puzzles: from some tenths of a second in all on a phone to two seconds, the more is guessed. */
const bitsFor = (tooMany: number) => (tooMany < 20 ? 11 : tooMany < 100 ? 12 : 13)
