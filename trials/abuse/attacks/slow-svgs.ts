import { setTimeout as sleep } from 'node:timers/promises'
import { fixture } from '#tests/fixtures/fixture.ts'
import { median } from '#trials/bench/figures.ts'
import type { Client } from '#trials/site/client.ts'
import { clientAddress } from '#trials/site/load-clients.ts'
import { testPicture, uploadMedia } from '#trials/site/publish.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, repeat } from '../attack.ts'

const accounts = 10
const durationMs = 40_000
/** Time until the decoders work on the first SVGs. */
const warmUpMs = 3_000
const uploadCount = 9

/** SVGs that keep a decoder busy until it is killed, from more accounts than there are decoders. */
export const slowSvgs: Attack = {
  name: 'slow-drawings',
  description: `${accounts} accounts keep sending two drawings each that take until the decoder is killed`,
  async run(site) {
    const uploadPicture = await createUploader(site)
    const attackers = await Promise.all(repeat(accounts, (n) => site.signUp(attackerAddress(n))))
    const baseline = await timeUploads(uploadPicture)
    const endsAt = performance.now() + durationMs
    const attack = attackers.flatMap(({ client }) => repeat(2, () => uploadRepeatedly(client, endsAt)))
    await sleep(warmUpMs)
    const underAttack = await timeUploads(uploadPicture)
    const killed = (await Promise.all(attack)).reduce((total, each) => total + each, 0)
    return async () => findProblems({ baseline, underAttack, killed })
  },
}

/** A member who uploads one small picture after another. Every picture is different. */
async function createUploader(site: Site) {
  const { client } = await site.signUp(clientAddress(92))
  let uploadNumber = 1_000
  return async () => uploadMedia(client.call, await testPicture(uploadNumber++))
}

/** Duration of each upload in milliseconds. */
async function timeUploads(upload: () => Promise<unknown>) {
  const durations: number[] = []
  for (let n = 0; n < uploadCount; n += 1) {
    const startedAt = performance.now()
    await upload()
    durations.push(performance.now() - startedAt)
  }
  return durations
}

/** Returns the number of SVGs for which a decoder was killed. */
async function uploadRepeatedly(client: Client, until: number) {
  const body = { base64String: fixture('endless.svg').toString('base64') }
  for (let killed = 0; ; await sleep(100)) {
    const timeoutMs = Math.ceil(until - performance.now())
    if (timeoutMs <= 0) return killed
    const sent = client.call('POST', '/api/upload-zine-media', { body, timeoutMs })
    const response = await sent.catch(() => undefined)
    killed += Number(response?.text.includes('This file is too complex') ?? false)
  }
}

type Timings = { baseline: number[]; underAttack: number[]; killed: number }

function findProblems({ baseline, underAttack, killed }: Timings) {
  const seconds = (durations: number[]) =>
    `${(median(durations) / 1000).toFixed(1)} s, at most ${(Math.max(...durations) / 1000).toFixed(1)} s`
  const isSlow = median(underAttack) > 2 * median(baseline)
  return [
    isSlow && `an upload took ${seconds(underAttack)}, and ${seconds(baseline)} without the drawings`,
    killed === 0 && 'no decoder was killed, so nothing was attacked',
  ].filter((problem) => problem !== false)
}
