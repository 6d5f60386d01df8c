import { setTimeout as sleep } from 'node:timers/promises'
import { all, failsAtMost, failsTimes } from './goals.ts'
import type { Trial } from './trial.ts'

/** A writer has one request in flight. */
const writers = 4

export const killSite: Trial = {
  name: 'kill-site',
  sentence: 'kill -9 one node of the site',
  async run({ sites: [site] }) {
    await site?.kill()
    await sleep(6_000)
    await site?.start()
    await sleep(3_000)
  },
  goal: all(failsAtMost(0, 'visitors'), failsTimes(writers, 'members')),
}
