import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningSite, runBuiltSite } from './running-site.ts'

/** A separate site for settings or operator commands that would affect other journeys. */
export async function createSeparateSite(port: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'foldout-own-'))
  let site: RunningSite | undefined
  const stop = async () => {
    site?.signal('SIGTERM')
    await site?.ended
  }
  return {
    dataDir,
    stop,
    /** Stops the site first if it is running. */
    async start(settings: Record<string, string> = {}) {
      await stop()
      site = await runBuiltSite({ PORT: String(port), DATA_DIR: dataDir, ...settings })
    },
    /** Runs an operator command and returns its output. */
    async runAdmin(...args: string[]) {
      const program = ['server/admin/admin-main.ts', ...args, '--json']
      const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
      const { stdout } = await promisify(execFile)(process.execPath, program, { env })
      return JSON.parse(stdout)
    },
    async remove() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
