import { CommanderError } from 'commander'
import type { FastifyError } from 'fastify'
import { notifyNow } from '#server/db/notices.ts'
import { toApiError } from '#server/http/errors.ts'
import { fileProblem } from '#server/process/run-main.ts'
import { shellCommand, withoutNpmSeparator } from '#server/process/shell-command.ts'
import { type CommandResult, ConfirmationNeeded, type Site } from './command.ts'
import { createCommandLine, usageProblem } from './command-line.ts'
import { commands } from './commands.ts'
import { readOperator } from './operator-name.ts'
import { printable, printableJson, resultAsJson, resultAsText } from './print-result.ts'

type Terminal = { out(text: string): void; err(text: string): void; note?(text: string): void }
type OpenSite = () => Promise<Omit<Site, 'actor' | 'reportProgress'> & { stop(): Promise<void> }>

/** Runs the command; exit code 0 if done or already done, otherwise 1. Opens the database for valid input only. */
export async function runCommand(args: string[], open: OpenSite, terminal: Terminal): Promise<number> {
  const help: string[] = []
  const commandLine = createCommandLine(commands, (text) => help.push(text))
  try {
    const call = commandLine.parse(withoutNpmSeparator(args))
    const result = await run(call, open, terminal)
    terminal.out(`${call.json ? resultAsJson(result) : resultAsText(result, { isWide: call.wide === true })}\n`)
    return result.passed === false ? 1 : 0
  } catch (error) {
    if (error instanceof CommanderError && help.length > 0) {
      terminal.out(help.join(''))
      return error.exitCode
    }
    const message = errorMessage(error)
    if (commandLine.isJson()) terminal.out(`${printableJson({ error: message })}\n`)
    else terminal.err(`${message.split('\n').map(printable).join('\n')}\n`)
    return 1
  }
}

type Call = ReturnType<ReturnType<typeof createCommandLine>['parse']>

async function run({ command, input, as }: Call, open: OpenSite, terminal: Terminal) {
  const operatorName = readOperator(as)
  const reportProgress = (progress: string) => terminal.note?.(`${printable(progress)}\n`)
  if (command.isStandalone) return command.run({ reportProgress }, input)
  const site = await open()
  const context = {
    ...site,
    reportProgress,
    // Commands that change nothing do not read it, so they need no name.
    get actor() {
      return { operator: operatorName() }
    },
  }
  return runAndNotify(site, () => command.run(context, input))
}

/** Notifies the site's processes of the change. */
async function runAndNotify({ pool, stop }: Awaited<ReturnType<OpenSite>>, command: () => Promise<CommandResult>) {
  try {
    const result = await command()
    if (result.outcome === 'done') await notifyNow(pool).catch(() => undefined)
    return result
  } finally {
    await stop()
  }
}

/** PostgreSQL codes for an unknown table, column or function. */
const missingSchemaCode = /^(42P01|42703|42883)$/

/** Shows operators the actual error. */
function errorMessage(error: unknown) {
  if (error instanceof CommanderError) return usageProblem(error)
  if (error instanceof ConfirmationNeeded) return `${error.message} Add --yes to confirm.`
  const { code } = error as { code?: string }
  if (code && missingSchemaCode.test(code))
    return `The database is an older Foldout’s. Bring it to the newest schema first: ${shellCommand('migrate')}`
  const problem = fileProblem(error)
  if (problem) return problem
  const converted = toApiError(error as FastifyError)
  if (converted.code !== 'internal') return converted.message
  return error instanceof Error && error.message ? error.message : String(error)
}
