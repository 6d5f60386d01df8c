import type { Proof } from '#contract/proof-of-work.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { requireProof } from '../sessions/require-proof.ts'

type Deps = Pick<AuthDependencies, 'config' | 'limits'>
type Wish = { email: string; proof?: Proof | undefined }

/** Half a second of a phone, for each account. */
const bits = 12

const manySignUps =
  'Many accounts are being made right now. Each takes a little work of your browser: please try again.'
const everySignUp = 'A new account takes a little work of your browser: please try again.'

/** Asks for work by setting, or while many accounts are made on the whole site (`sign-ups` in limit-kinds.ts). */
export async function requireSignUpProof({ config, limits }: Deps, { email, proof }: Wish) {
  const { signUpProof } = config
  if (signUpProof === 'off') return
  const isAlways = signUpProof === 'always'
  if (!isAlways && !(await limits.isSpent('sign-ups', wholeSite))) return
  const why = isAlways ? everySignUp : manySignUps
  await requireProof({ config, limits }, `sign-up ${email.toLowerCase()}`, { proof, bits, why })
}

const wholeSite = 'site'

/** Whoever is in counts; who was refused does not. */
export const countSignUp = ({ limits }: Pick<Deps, 'limits'>) => limits.tryToSpend('sign-ups', wholeSite)
