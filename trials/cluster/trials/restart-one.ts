import { failsAtMost } from './goals.ts'
import type { Trial } from './trial.ts'

export const restartOne: Trial = {
  name: 'restart-one',
  sentence: 'restart one node of the site',
  async run({ sites }) {
    await sites.at(-1)?.restart()
  },
  goal: failsAtMost(0, 'visitors', 'members'),
}
