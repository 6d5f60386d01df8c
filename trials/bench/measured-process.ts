import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '#tests/support/free-port.ts'
import { npmStart } from '#tests/support/npm-start.ts'
import type { Usage } from './usage-reporter.ts'

export type MeasuredProcess = {
  port: number
  usage(): Promise<Usage>
  send(message: object): void
  stop(): Promise<void>
}

const reporter = new URL('./usage-reporter.ts', import.meta.url).href

/** Starts a server in a separate process and waits until it accepts connections. */
export async function startMeasured(file: string, env: NodeJS.ProcessEnv): Promise<MeasuredProcess> {
  const port = await findFreePort()
  const start = npmStart()
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
    execArgv: [...process.execArgv, ...start.flags, '--import', reporter],
    env: { ...process.env, ...start.env, ...env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await waitUntilReady(port, child, file)
  return {
    port,
    usage: () => usageOf(child),
    send: (message) => child.send(message),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function usageOf(child: ChildProcess) {
  child.send('usage')
  const [{ usage }] = (await once(child, 'message')) as [{ usage: Usage }]
  return usage
}

async function waitUntilReady(port: number, child: ChildProcess, file: string) {
  for (let attempts = 0; attempts < 2_400; attempts++) {
    if (child.exitCode !== null) break
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (response) return
    await sleep(50)
  }
  child.kill()
  throw new Error(`${file} did not start.`)
}
