import { setTimeout as sleep } from 'node:timers/promises'
import { all, failsAtMost, servedAgainWithin } from './goals.ts'
import type { Trial } from './trial.ts'

export const cutSite: Trial = {
  name: 'cut-site',
  sentence: 'a cut cable between one node and every database, for 15 s',
  async run({ sites: [site] }) {
    site?.databaseDoor.silent()
    await sleep(15_000)
    await site?.databaseDoor.open()
    await sleep(3_000)
  },
  goal: all(failsAtMost(0.01, 'visitors'), servedAgainWithin(5, 'visitors', 'members')),
}
