import { expect, test } from 'vitest'
import { crash } from './crash.ts'

// Reads /proc (trials/site/site.ts) and calls from addresses other than 127.0.0.1.
test.runIf(process.platform === 'linux')(
  'thirty kills of application and database lose no confirmed write',
  async () => {
    const [result] = await crash({ kills: 30, seed: 7, log: () => undefined })
    expect(result?.problems).toEqual([])
  },
  1_800_000,
)
