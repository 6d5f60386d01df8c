import { expect, test } from 'vitest'
import { missingPackages } from './packages.ts'
import { runTrials } from './trials/run-cluster-trials.ts'
import { shortTrials } from './trials/trials.ts'

const missing = missingPackages()
const sentence = 'a node is killed, all are restarted, and people lose nothing'
const name = missing.length === 0 ? sentence : `${sentence} (needs ${missing.join(', ')} of Debian)`

test.skipIf(missing.length > 0)(name, { timeout: 300_000 }, async () => {
  const verdicts = await runTrials(shortTrials, { say: () => undefined })
  expect(
    verdicts.map(({ name, missed, lost, wrong }) => ({ name, faults: [...missed, ...lost, ...wrong] })),
  ).toEqual(shortTrials.map(({ name }) => ({ name, faults: [] })))
})
