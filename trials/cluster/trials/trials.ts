import { setTimeout as sleep } from 'node:timers/promises'
import { closeStore } from './close-store.ts'
import { cutSite } from './cut-site.ts'
import { fillPool } from './fill-pool.ts'
import { freezeReplica } from './freeze-replica.ts'
import { all, failsAtMost, servedAgainWithin } from './goals.ts'
import { killPrimary } from './kill-primary.ts'
import { killSite } from './kill-site.ts'
import { restartAll } from './restart-all.ts'
import { restartOne } from './restart-one.ts'
import type { Trial } from './trial.ts'

/** What the others are held against. */
const nothing: Trial = {
  name: 'nothing',
  sentence: 'nothing goes wrong',
  async run() {
    await sleep(10_000)
  },
  goal: all(failsAtMost(0, 'visitors', 'members'), servedAgainWithin(5, 'visitors', 'members')),
}

/** In the order in which they are made. */
export const trials: Trial[] = [
  ...[nothing, killSite, killPrimary, freezeReplica, cutSite, closeStore, restartAll, fillPool],
]

/** What the tests make. */
export const shortTrials: Trial[] = [killSite, restartOne]
