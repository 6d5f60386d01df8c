import { closeSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { limitServerLog, openServerLog, truncateIfLarge } from './postmaster.ts'

const dataDir = createTestFolder()
const readLog = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8')
const readPreviousLog = () => readFileSync(join(dataDir, 'postgres.log.1'), 'utf8')

test('the log of a running server is rotated, and one former log is kept', async () => {
  const { fd } = openServerLog(dataDir)
  for (let line = 0; line < 50; line += 1) {
    writeSync(fd, `${'x'.repeat(99)}\n`)
    await truncateIfLarge(dataDir, 1_000)
    expect(statSync(join(dataDir, 'postgres.log')).size).toBeLessThanOrEqual(1_000)
  }
  writeSync(fd, 'the last\n')
  expect(readLog()).toMatch(/^(x{99}\n)*the last\n$/)
  expect(readPreviousLog()).toMatch(/^(x{99}\n){11}$/)
  closeSync(fd)
})

test('the log is rotated only while the server runs', async () => {
  const { fd } = openServerLog(dataDir)
  const stop = limitServerLog(dataDir, { checkIntervalMs: 5, maxBytes: 10 })
  writeSync(fd, 'more than ten bytes\n')
  await expect.poll(readLog).toBe('')
  stop()
  writeSync(fd, 'more than ten bytes\n')
  expect(readLog()).toBe('more than ten bytes\n')
  closeSync(fd)
})
