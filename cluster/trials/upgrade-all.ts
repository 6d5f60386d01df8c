import { resolve } from 'node:path'
import { failsAtMost } from './goals.ts'
import type { Trial } from './trial.ts'

const project = resolve(import.meta.dirname, '../..')

export const upgradeAll: Trial = {
  name: 'upgrade-all',
  sentence: 'upgrade all nodes from the version before the last migration, one after the other',
  stage: 'previous version',
  async run({ sites }) {
    for (const site of sites) {
      site.checkout = project
      await site.restart()
    }
  },
  goal: failsAtMost(0, 'visitors', 'members'),
}
