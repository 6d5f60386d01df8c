import { expect, test } from 'vitest'
import { crash } from './crash.ts'

// The kernel is asked what runs (trials/site/site.ts), and addresses beyond 127.0.0.1 are called from.
test.runIf(process.platform === 'linux')(
  'of thirty kills of application and database none loses what was acknowledged',
  async () => {
    const [result] = await crash({ kills: 30, seed: 7, say: () => undefined })
    expect(result?.faults).toEqual([])
  },
  1_800_000,
)
