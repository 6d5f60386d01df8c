import { closeSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '#tests/support/own-folder.ts'
import { boundServerLog, emptyIfLarge, openServerLog } from './postmaster.ts'

const dataDir = ownFolder()
const log = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8')
const before = () => readFileSync(join(dataDir, 'postgres.log.1'), 'utf8')

test('a log that a server goes on writing to stays small, with the one before it', async () => {
  const { fd } = openServerLog(dataDir)
  for (let line = 0; line < 50; line += 1) {
    writeSync(fd, `${'x'.repeat(99)}\n`)
    await emptyIfLarge(dataDir, 1_000)
    expect(statSync(join(dataDir, 'postgres.log')).size).toBeLessThanOrEqual(1_000)
  }
  writeSync(fd, 'the last\n')
  expect(log()).toMatch(/^(x{99}\n)*the last\n$/)
  expect(before()).toMatch(/^(x{99}\n){11}$/)
  closeSync(fd)
})

test('it is looked after while the server runs, and not any more afterwards', async () => {
  const { fd } = openServerLog(dataDir)
  const stop = boundServerLog(dataDir, { everyMs: 5, most: 10 })
  writeSync(fd, 'more than ten bytes\n')
  await expect.poll(log).toBe('')
  stop()
  writeSync(fd, 'more than ten bytes\n')
  expect(log()).toBe('more than ten bytes\n')
  closeSync(fd)
})
