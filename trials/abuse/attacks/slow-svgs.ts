import { setTimeout as sleep } from 'node:timers/promises'
import { fixture } from '#tests/fixtures/fixture.ts'
import { median } from '#trials/bench/figures.ts'
import { type Client, expectOk } from '#trials/site/client.ts'
import { clientAddress } from '#trials/site/load-clients.ts'
import { testPicture, uploadMedia } from '#trials/site/publish.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, repeat } from '../attack.ts'

const accounts = 10
const durationMs = 45_000
/** Time until the decoders work on the first SVGs. */
const warmUpMs = 3_000
const uploadCount = 9
/** A drawing waits this long for each member with slow ones. */
const maxTurnMs = 2_000
/** Both cores are busy: the decoder of the drawing starts more slowly, and has half of the time. */
const slowestStartMs = 5_000

/** SVGs that keep a decoder busy until it is killed, from more accounts than there are decoders. */
export const slowSvgs: Attack = {
  name: 'slow-drawings',
  description: `${accounts} accounts keep sending two drawings each that take until the decoder is killed`,
  async run(site) {
    const { uploadPicture, uploadDrawing } = await createUploader(site)
    const attackers = await Promise.all(repeat(accounts, (n) => site.signUp(attackerAddress(n))))
    const baseline = await timeUploads(uploadPicture)
    const [drawingAloneMs = 0] = await timeUploads(uploadDrawing, 1)
    const endsAt = performance.now() + durationMs
    const attack = attackers.flatMap(({ client }) => repeat(2, () => uploadRepeatedly(client, endsAt)))
    await sleep(warmUpMs)
    const underAttack = await timeUploads(uploadPicture)
    const [drawingMs = 0] = await timeUploads(uploadDrawing, 1)
    const published = (await Promise.all(attack)).reduce((total, each) => total + each, 0)
    return async () => findProblems({ baseline, underAttack, drawingAloneMs, drawingMs, published })
  },
}

/** A member who uploads small pictures, and drawings that take more than a second. All are different. */
async function createUploader(site: Site) {
  const { client } = await site.signUp(clientAddress(92))
  let uploadNumber = 1_000
  const uploadDrawing = () => {
    const body = { base64String: Buffer.from(drawing(uploadNumber++)).toString('base64') }
    return expectOk(client.call('POST', '/api/upload-zine-media', { body, timeoutMs: 60_000 }))
  }
  return { uploadPicture: async () => uploadMedia(client.call, await testPicture(uploadNumber++)), uploadDrawing }
}

const drawing = (seed: number) => {
  const circles = repeat(
    200,
    (n) =>
      `<circle cx="${(n * 37) % 800}" cy="${(n * 91) % 800}" r="${20 + (n % 60)}" fill="rgb(${(n * 7 + seed) % 256},${n},90)"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">${circles.join('')}</svg>`
}

/** Duration of each upload in milliseconds. */
async function timeUploads(upload: () => Promise<unknown>, count = uploadCount) {
  const durations: number[] = []
  for (let n = 0; n < count; n += 1) {
    const startedAt = performance.now()
    await upload()
    durations.push(performance.now() - startedAt)
  }
  return durations
}

/** Returns the number of SVGs that were not too slow to publish. */
async function uploadRepeatedly(client: Client, until: number) {
  const body = { base64String: fixture('endless.svg').toString('base64') }
  for (let published = 0; ; await sleep(100)) {
    const timeoutMs = Math.ceil(until - performance.now())
    if (timeoutMs <= 0) return published
    const sent = client.call('POST', '/api/upload-zine-media', { body, timeoutMs })
    const response = await sent.catch(() => undefined)
    published += Number(response?.status === 200)
  }
}

type Timings = Record<'baseline' | 'underAttack', number[]> &
  Record<'drawingAloneMs' | 'drawingMs' | 'published', number>

function findProblems({ baseline, underAttack, drawingAloneMs, drawingMs, published }: Timings) {
  const seconds = (durations: number[]) =>
    `${(median(durations) / 1000).toFixed(1)} s, at most ${(Math.max(...durations) / 1000).toFixed(1)} s`
  const isSlow = median(underAttack) > 2 * median(baseline)
  const isDrawingSlow = drawingMs > drawingAloneMs + accounts * maxTurnMs + slowestStartMs
  return [
    isSlow && `an upload took ${seconds(underAttack)}, and ${seconds(baseline)} without the drawings`,
    isDrawingSlow && `a drawing took ${seconds([drawingMs])}, and ${seconds([drawingAloneMs])} without the attack`,
    published > 0 && `${published} slow drawings were published, so nothing was attacked`,
  ].filter((problem) => problem !== false)
}
