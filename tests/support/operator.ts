import { runCommand } from '#server/admin/run-command.ts'
import type { TestApp } from './test-app.ts'

type Told = { code: number; out: string; err: string }

/** Whoever runs the site, at its command: in this process, beside the application of a test. */
export function operatorOf(site: Pick<TestApp, 'config' | 'db' | 'pool'>) {
  const admin = async (...argv: string[]): Promise<Told> => {
    const said = { out: [] as string[], err: [] as string[] }
    const open = async () => ({ ...site, stop: async () => undefined })
    const code = await runCommand(argv, open, {
      out: (text) => void said.out.push(text),
      err: (text) => void said.err.push(text),
    })
    return { code, out: said.out.join(''), err: said.err.join('') }
  }
  return {
    admin,
    /** What a command answers with --json; fails when that is no JSON. */
    async ask(...argv: string[]) {
      const { code, out } = await admin('--json', ...argv)
      return { code, ...JSON.parse(out) }
    },
  }
}
