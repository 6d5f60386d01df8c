import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const program = join(import.meta.dirname, 'nightly-main.ts')
/** Only root may raise its priority again, so the test uses another user. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

test('a site at low priority makes its backups at low priority too', () => {
  const spawnOptions = { ...user, input: 'nothing to back up', encoding: 'utf8' } as const
  const { stderr } = spawnSync('nice', ['-n', '19', process.execPath, program], spawnOptions)
  expect(stderr).toContain('JSON')
})
