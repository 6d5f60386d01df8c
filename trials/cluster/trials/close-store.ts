import { setTimeout as sleep } from 'node:timers/promises'
import type { Figures, Side } from '#trials/cluster/people/meter.ts'
import type { Call } from '#trials/site/client.ts'
import { pictureOf, uploadMedia } from '#trials/site/publish.ts'
import { all, failsAtMost, servedAgainWithin } from './goals.ts'
import type { Trial } from './trial.ts'

/** A picture that was uploaded is shown again. */
async function keepsAndShows(call: Call) {
  const url = await uploadMedia(call, await pictureOf(4_001))
  const { status, bytes } = await call('GET', url)
  return status === 200 && bytes.length > 0 ? [] : [`a picture was answered with ${status} after that`]
}

export const closeStore: Trial = {
  name: 'close-store',
  sentence: 'the store of media is gone for 20 s',
  async run({ store }, { sitDown }) {
    const { call } = (await sitDown()).member.client
    store.door.refuse()
    await sleep(20_000)
    await store.door.open()
    await sleep(3_000)
    return keepsAndShows(call)
  },
  // Pictures and uploads are what it is for; everything else goes on, and they do when it is back.
  goal: (figures) =>
    all(
      failsAtMost(0, 'visitors', 'members'),
      servedAgainWithin(5, 'visitors', 'members'),
    )(withoutMedia(figures)),
}

const withoutMedia = (figures: Figures): Figures => ({
  visitors: withoutMediaOf(figures, 'visitors'),
  members: withoutMediaOf(figures, 'members'),
})

const withoutMediaOf = (figures: Figures, side: Side) => ({
  ...figures[side],
  failures: figures[side].failures.filter((failure) => !/^\w+ \/(media|api\/uploads)/.test(failure)),
})
