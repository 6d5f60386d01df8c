import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const giveWay = join(import.meta.dirname, 'drop-privileges.ts')

test.each([
  [0, 10],
  [19, 19],
])('of a site with a niceness of %i a decoder has %i', (own, decoders) => {
  const script = `const { giveWay } = await import(${JSON.stringify(giveWay)}); giveWay(10); console.log((await import('node:os')).getPriority())`
  const given = Number(spawnSync('nice').stdout)
  const more = Math.max(0, own - given)
  const run = spawnSync('nice', ['-n', String(more), process.execPath, '--input-type=module', '-e', script])
  expect([run.status, Number(run.stdout)]).toEqual([0, Math.max(given, decoders)])
})
