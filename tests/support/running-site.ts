import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { readPidFile } from '#server/db/embedded/pid-file.ts'
import { findFreePort } from './free-port.ts'
import { npmStart } from './npm-start.ts'

const siteWithoutPages = resolve(import.meta.dirname, 'site-without-pages.ts')
const siteWithPages = resolve(import.meta.dirname, '../../server/main.ts')

export type RunningSite = Awaited<ReturnType<typeof runSite>>
type Settings = Record<string, string>

/** The built site, with the flags and the environment of `npm start`. */
export function runBuiltSite(settings: Settings) {
  const { flags, env } = npmStart()
  return runSite({ ...env, ...settings }, [...flags, siteWithPages])
}

/** The site from its sources, in the pseudo-language (docs/languages.md). */
export const runPseudoSite = (settings: Settings) =>
  runSite({ PSEUDO_LANGUAGE: '1', ...settings }, [siteWithPages, '--dev'])

/** The site as a separate process, started or stopped, as `npm start` runs it. */
export async function runSite(settings: Settings, program = [siteWithoutPages]) {
  const port = settings.PORT ?? String(await findFreePort())
  const env = { ...process.env, LOG_LEVEL: 'info', RATE_LIMITS: 'off', ...settings, PORT: port }
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { out: '', err: '' }
  child.stdout.on('data', (text) => {
    output.out += text
  })
  child.stderr.on('data', (text) => {
    output.err += text
  })
  // Unlike 'exit', 'close' follows the last line of output.
  const ended = once(child, 'close').then(([code]) => code as number | null)
  await Promise.race([waitUntilOpen(child, output), ended])
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    output,
    ended,
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** The ids of the processes that have answered so far, from the log. */
    listRespondingPids: () =>
      new Set([...output.out.matchAll(/"pid":(\d+).*"msg":"answered"/g)].map(([, pid]) => Number(pid))),
    socketFolder: () => readPidFile(join(settings.DATA_DIR ?? '', 'postgres'))?.socketFolder ?? '',
    /** Kills the site, if it is running. Its PostgreSQL shuts down afterwards: see `removeDataFolder`. */
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}

async function waitUntilOpen(child: ChildProcess, output: { out: string }) {
  while (!output.out.includes('Foldout is open')) await once(child.stdout as NodeJS.ReadableStream, 'data')
}
