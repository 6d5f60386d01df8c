import { expect, test } from 'vitest'
import { killAgainAndAgain } from './kills.ts'

// The kernel is asked what runs (siege/process-figures.ts), and addresses beyond 127.0.0.1 are called from.
test.runIf(process.platform === 'linux')(
  'of thirty kills of application and database none loses what was acknowledged',
  async () => {
    expect(await killAgainAndAgain({ kills: 30, seed: 7, say: () => undefined })).toEqual([])
  },
  1_800_000,
)
