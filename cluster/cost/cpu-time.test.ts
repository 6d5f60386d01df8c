import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { cpuTime } from './cpu-time.ts'

const busyFor = (ms: number) => `for (const until = performance.now() + ${ms}; performance.now() < until; );`

test('time is counted that a process spends, that its children spent, and none for waiting', () => {
  const [before, usedBefore] = [cpuTime([process.pid]), process.cpuUsage()]
  spawnSync(process.execPath, ['-e', busyFor(200)])
  const afterChild = cpuTime([process.pid])
  expect(afterChild - before).toBeGreaterThan(20)
  for (const until = performance.now() + 100; performance.now() < until; );
  const { user, system } = process.cpuUsage(usedBefore)
  const own = cpuTime([process.pid]) - afterChild
  expect(own).toBeGreaterThan(0)
  expect(own).toBeLessThanOrEqual((user + system) / 1000 + 20)
  expect(cpuTime([999_999_999])).toBe(0)
})
