import { failsAtMost } from './goals.ts'
import type { Trial } from './trial.ts'

export const restartAll: Trial = {
  name: 'restart-all',
  sentence: 'restart all nodes of the site, one after the other',
  async run({ sites }) {
    for (const site of sites) await site.restart()
  },
  goal: failsAtMost(0, 'visitors', 'members'),
}
