import { createHash } from 'node:crypto'
import { type Answer, type Client, jsonOf } from '#trials/site/client.ts'
import { homeAddress } from '#trials/site/honest-people.ts'
import { password } from '#trials/site/member.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, times } from '../attack.ts'

const networks = 20
const guessesEach = 12
/** More guesses from one network than anybody makes who has only forgotten. */
const mostChecked = 10

/** Strangers guess a member's password from many networks; the member comes with a new browser and the right one. */
export const guessing: Attack = {
  name: 'guessing',
  sentence: `${networks * guessesEach} guesses at one password from ${networks} networks, then its owner from a new browser`,
  async run(site) {
    const owner = await site.signUp(homeAddress(96))
    const checked = await Promise.all(
      times(networks, (n) => guess(site.client(attackerAddress(n)), owner.email)),
    )
    const faults: string[] = []
    const most = Math.max(...checked)
    if (most > mostChecked) faults.push(`${most} guesses from one network were checked`)
    const entered = await enter(site, owner.email)
    if (entered.status !== 200)
      faults.push(`the owner with a new browser was refused: ${entered.text.slice(0, 120)}`)
    const known = await signIn(owner.client, { email: owner.email, password })
    if (known.status !== 200)
      faults.push(`the owner with a known browser was refused: ${known.text.slice(0, 120)}`)
    return async () => faults
  },
}

/** Answers how many guesses were told to be wrong, and so were checked. */
async function guess(client: Client, email: string) {
  let checked = 0
  for (let n = 0; n < guessesEach; n++) {
    const answer = await signIn(client, { email, password: `a wrong guess ${n}` })
    if (answer.status === 401) checked += 1
  }
  return checked
}

const signIn = ({ call }: Client, body: object): Promise<Answer> =>
  call('POST', '/api/auth/sign-in/email', { body, patienceMs: 30_000 })

/** Does what a sign-in form does: where a little work is asked for, it is done. */
async function enter(site: Site, email: string) {
  const client = site.client(homeAddress(97))
  const answer = await signIn(client, { email, password })
  const { proof } = jsonOf<{ proof?: Work }>(answer)
  return proof ? signIn(client, { email, password, proof: solve(proof) }) : answer
}

type Work = { challenge: string; puzzles: number; bits: number }

/** Numbers that give hashes with so many zero bits at their beginning. */
const solve = ({ challenge, puzzles, bits }: Work) => ({
  challenge,
  solutions: times(puzzles, (index) => {
    let n = 0
    while (hashOf(`${challenge}.${index}.${n}`) >= 2 ** (32 - bits)) n += 1
    return n
  }),
})

const hashOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0)
