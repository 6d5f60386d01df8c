import { expect, test } from 'vitest'
import { startServer } from './server-process.ts'

test.each([
  ['is not there', '/nowhere/node', []],
  ['is killed', process.execPath, ['-e', "process.kill(process.pid, 'SIGKILL')"]],
])('a server that %s is told at once', async (title, node, args) => {
  const begun = performance.now()
  const server = () => ({ args, env: {}, cwd: '/' })
  const start = startServer({ title, node, server }, { method: 'GET', path: '/' })
  await expect(start).rejects.toThrow(`${title} did not start.`)
  expect(performance.now() - begun).toBeLessThan(60_000)
})
