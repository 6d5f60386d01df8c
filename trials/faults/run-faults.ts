import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Result } from '../report.ts'

/** Runs the long tests of failing steps. They need the database of the tests, so Vitest runs them. */
export async function runFaults({ names }: { names: string[] }): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foldout-faults-'))
  const report = join(folder, 'report')
  try {
    const filter = names.length > 0 ? ['-t', `“(${names.join('|')})”`] : []
    const args = ['vitest', 'run', '--project', 'long', 'trials/faults', '--reporter=verbose', ...filter]
    const tests = spawn('npx', args, {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, FAULTS_REPORT: report },
    })
    await once(tests, 'exit')
    const lines = (await readFile(report, 'utf8').catch(() => '')).split('\n').filter(Boolean)
    if (lines.length === 0) throw new Error('Nothing was tried. Is there an action with this name?')
    return lines.map((line) => JSON.parse(line) as Result)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
