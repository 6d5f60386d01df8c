import { setTimeout as sleep } from 'node:timers/promises'
import { fixture } from '#tests/fixtures/fixture.ts'
import { median } from '#trials/bench/figures.ts'
import type { Client } from '#trials/site/client.ts'
import { homeAddress } from '#trials/site/honest-people.ts'
import { pictureOf, uploadMedia } from '#trials/site/publish.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, times } from '../attack.ts'

const accounts = 10
const lastingMs = 40_000
/** Time until the decoders work on the first SVGs. */
const beginningMs = 3_000
const uploads = 9

/** SVGs that keep a decoder busy until it is killed, from more accounts than there are decoders. */
export const slowDrawings: Attack = {
  name: 'slow-drawings',
  sentence: `${accounts} accounts keep sending two drawings each that take until the decoder is killed`,
  async run(site) {
    const upload = await uploader(site)
    const attackers = await Promise.all(times(accounts, (n) => site.signUp(attackerAddress(n))))
    const alone = await timed(upload)
    const until = performance.now() + lastingMs
    const attack = attackers.flatMap(({ client }) => times(2, () => sendAgain(client, until)))
    await sleep(beginningMs)
    const meanwhile = await timed(upload)
    const killed = (await Promise.all(attack)).reduce((sum, each) => sum + each, 0)
    return async () => faultsOf({ alone, meanwhile, killed })
  },
}

/** A member who uploads one small picture after another. Every picture is different. */
async function uploader(site: Site) {
  const { client } = await site.signUp(homeAddress(92))
  let made = 1_000
  return async () => uploadMedia(client.call, await pictureOf(made++))
}

/** Duration of each upload in milliseconds. */
async function timed(upload: () => Promise<unknown>) {
  const took: number[] = []
  for (let n = 0; n < uploads; n += 1) {
    const began = performance.now()
    await upload()
    took.push(performance.now() - began)
  }
  return took
}

/** Returns the number of SVGs for which a decoder was killed. */
async function sendAgain(client: Client, until: number) {
  const body = { base64String: fixture('endless.svg').toString('base64') }
  for (let killed = 0; ; await sleep(100)) {
    const patienceMs = Math.ceil(until - performance.now())
    if (patienceMs <= 0) return killed
    const sent = client.call('POST', '/api/upload-zine-media', { body, patienceMs })
    const answer = await sent.catch(() => undefined)
    killed += Number(answer?.text.includes('This file is too complex') ?? false)
  }
}

type Took = { alone: number[]; meanwhile: number[]; killed: number }

function faultsOf({ alone, meanwhile, killed }: Took) {
  const seconds = (took: number[]) =>
    `${(median(took) / 1000).toFixed(1)} s, at most ${(Math.max(...took) / 1000).toFixed(1)} s`
  const isSlow = median(meanwhile) > 2 * median(alone)
  return [
    isSlow && `an upload took ${seconds(meanwhile)}, and ${seconds(alone)} without the drawings`,
    killed === 0 && 'no decoder was killed, so nothing was attacked',
  ].filter((fault) => fault !== false)
}
