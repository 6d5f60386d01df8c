import { setTimeout as sleep } from 'node:timers/promises'
import { hashOfAddress } from '#contract/media-address.ts'
import { zineFact } from '../../siege/kills/facts.ts'
import { pictureOf, publish, uploadMedia } from '../../siege/publish.ts'
import type { Trial } from './trial.ts'

const title = 'Read back'
/** Patroni takes a primary that is silent for longer to be gone. */
const patienceMs = 2_000

export const readBack: Trial = {
  name: 'read-back',
  sentence:
    'SIGSTOP to the primary for a moment, in which a member reads from a replica what was just published',
  async run(cluster, { ledger, sitDown }) {
    const { call } = (await sitDown()).member.client
    const url = await uploadMedia(call, await pictureOf(4_000))
    const id = await publish(call, { title, mediaFiles: [url] })
    ledger.know(zineFact(title), hashOfAddress(url) ?? '')
    const primary = await cluster.primary()
    await sleep(500)
    primary.freeze()
    try {
      const { status, text } = await call('GET', `/api/zines/${id}`, { patienceMs })
      return status === 200 && text.includes(title) ? [] : [`the zine was answered with ${status}`]
    } finally {
      primary.thaw()
    }
  },
  goal: () => [],
}
