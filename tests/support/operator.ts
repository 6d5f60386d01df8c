import { runCommand } from '#server/admin/run-command.ts'
import type { TestApp } from './test-app.ts'

type CommandOutput = { code: number; out: string; err: string }

/** The operator's commands, run in this process against a test application. */
export function createOperator(site: Pick<TestApp, 'config' | 'db' | 'pool'>) {
  const runAdmin = async (...argv: string[]): Promise<CommandOutput> => {
    const output = { out: [] as string[], err: [] as string[] }
    const open = async () => ({ ...site, stop: async () => undefined })
    const code = await runCommand(argv, open, {
      out: (text) => void output.out.push(text),
      err: (text) => void output.err.push(text),
    })
    return { code, out: output.out.join(''), err: output.err.join('') }
  }
  return {
    runAdmin,
    /** The output of a command with --json. Throws if the output is not JSON. */
    async runJson(...argv: string[]) {
      const { code, out } = await runAdmin('--json', ...argv)
      return { code, ...JSON.parse(out) }
    },
  }
}
