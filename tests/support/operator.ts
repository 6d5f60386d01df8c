import { runCommand } from '#server/admin/run-command.ts'
import type { TestApp } from './test-app.ts'

type Told = { code: number; out: string; err: string }

/** The operator's commands, run in this process against a test application. */
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
    /** The output of a command with --json. Throws if the output is not JSON. */
    async ask(...argv: string[]) {
      const { code, out } = await admin('--json', ...argv)
      return { code, ...JSON.parse(out) }
    },
  }
}
