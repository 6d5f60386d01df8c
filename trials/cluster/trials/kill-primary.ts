import { setTimeout as sleep } from 'node:timers/promises'
import { all, failsAtMost, servedAgainWithin } from './goals.ts'
import type { Trial } from './trial.ts'

export const killPrimary: Trial = {
  name: 'kill-primary',
  sentence: 'kill -9 the primary and its Patroni',
  async run(cluster) {
    const killed = await cluster.primary()
    await killed.kill()
    await cluster.primary()
    await sleep(8_000)
    await killed.start()
    await sleep(3_000)
  },
  goal: all(failsAtMost(0.01, 'visitors'), servedAgainWithin(20, 'members')),
}
