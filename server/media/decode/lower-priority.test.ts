import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const modulePath = join(import.meta.dirname, 'drop-privileges.ts')

test.each([
  [0, 10],
  [19, 19],
])('of a site with a niceness of %i a decoder has %i', (siteNiceness, expectedNiceness) => {
  const script = `const { lowerPriority } = await import(${JSON.stringify(modulePath)}); lowerPriority(10); console.log((await import('node:os')).getPriority())`
  const currentNiceness = Number(spawnSync('nice').stdout)
  const addedNiceness = Math.max(0, siteNiceness - currentNiceness)
  const run = spawnSync('nice', ['-n', String(addedNiceness), process.execPath, '--input-type=module', '-e', script])
  expect([run.status, Number(run.stdout)]).toEqual([0, Math.max(currentNiceness, expectedNiceness)])
})
