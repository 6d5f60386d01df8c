import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { missingPackages } from './packages.ts'
import { runTrials } from './trials/run-cluster-trials.ts'
import { shortTrials, type Trial } from './trials/trials.ts'

/** Takes away behind the site's back what was acknowledged, and says one favorite too many: what a trial is there to see. */
const robbery: Trial = {
  name: 'robbery',
  description: 'an acknowledged zine goes and a counter is wrong',
  async run(cluster) {
    const database = await cluster.database()
    await database.query('delete from zines where id = (select id from zines order by created_at limit 1)')
    await database.query('update zine_stats set favorite_count = favorite_count + 1')
    await database.end()
    await sleep(200)
  },
  goal: () => [],
}

const missing = missingPackages()
const description = 'a node is killed, all are restarted, and people lose nothing'
const name = missing.length === 0 ? description : `${description} (needs ${missing.join(', ')} of Debian)`

test.skipIf(missing.length > 0)(name, { timeout: 300_000 }, async () => {
  const all = await runTrials([...shortTrials, robbery], { log: () => undefined })
  const [verdicts, [robbed]] = [all.slice(0, -1), all.slice(-1)]
  expect(
    verdicts.map(({ name, missedGoals, lostWrites, integrityProblems }) => ({
      name,
      problems: [...missedGoals, ...lostWrites, ...integrityProblems],
    })),
  ).toEqual(shortTrials.map(({ name }) => ({ name, problems: [] })))
  expect(robbed).toMatchObject({
    lostWrites: expect.arrayContaining([expect.stringMatching(/^zine .* was acknowledged as .* and is absent$/)]),
    integrityProblems: expect.arrayContaining([expect.stringContaining('its number of favorites')]),
  })
})
