import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommanderError } from 'commander'
import type { FastifyError } from 'fastify'
import { streamExport } from '#server/accounts/export/write-export.ts'
import { recordAction } from '#server/audit/audit.queries.ts'
import { notifyNow } from '#server/db/notices.ts'
import { apiError, toApiError } from '#server/http/errors.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'
import { fileProblem } from '#server/process/run-main.ts'
import { shellCommand, withoutNpmSeparator } from '#server/process/shell-command.ts'
import { announceCommands } from './announce.commands.ts'
import { auditCommand } from './audit.command.ts'
import { backupCommands } from './backup.commands.ts'
import { blockMediaCommands } from './block-media.commands.ts'
import {
  type Command,
  type CommandResult,
  ConfirmationNeeded,
  command,
  member,
  type Site,
  textParameter,
} from './command.ts'
import { createCommandLine, usageProblem } from './command-line.ts'
import { databaseCommands } from './database.commands.ts'
import { doctorCommand } from './doctor.command.ts'
import { importCommand } from './import.command.ts'
import { jobCommands } from './jobs.commands.ts'
import { mailTestCommand } from './mail-test.command.ts'
import { memberAccountCommands } from './member-accounts.commands.ts'
import { memberCommands, suspendCommands } from './members.commands.ts'
import { findMember } from './members.queries.ts'
import { readOperator } from './operator-name.ts'
import { printable, printableJson, resultAsJson, resultAsText } from './print-result.ts'
import { reportCommands } from './reports.commands.ts'
import { signUpCommands } from './sign-ups.commands.ts'
import { usageCommand } from './usage.command.ts'
import { verifyCommand } from './verify.command.ts'
import { versionCommand } from './version.command.ts'
import { zineCommands } from './zines.commands.ts'

const exportCommand = command({
  name: 'member export',
  summary:
    'Exports a member’s data as a zip, for members who cannot download it themselves, for example when suspended.',
  details: 'It contains the same data as the download in Account Settings. Verify the identity of the person who asks.',
  positionals: { member, file: textParameter('the zip to write; it must not exist yet') },
  run: async ({ config, db, actor }, { member: memberName, file }) => {
    const { id, username } = await findMember(db, memberName)
    const storage = await openStorage(config)
    const output = await open(file, 'wx', 0o600).catch(rethrowFileError(file))
    try {
      // Logged in advance, as even an interrupted export reveals data.
      await recordAction(db, { actor, act: 'member exported', member_id: id, subject: `member ${id}` })
      const archive = streamExport({ db, storage, publicUrl: config.publicUrl }, id)
      await pipeline(archive, output.createWriteStream({ flush: true }))
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
    return { outcome: 'done', says: `The data of ${username} is in ${file}.` }
  },
})

const rethrowFileError =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EEXIST') throw apiError('invalid_request', `${file} already exists.`)
    if (error.code === 'ENOENT') throw apiError('invalid_request', `The folder ${dirname(file)} does not exist.`)
    throw error
  }

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

export const commands: Command[] = [
  ...zineCommands,
  ...memberCommands,
  ...memberAccountCommands,
  ...suspendCommands,
  exportCommand,
  importCommand,
  ...signUpCommands,
  ...reportCommands,
  ...blockMediaCommands,
  mailTestCommand,
  ...jobCommands,
  ...announceCommands,
  auditCommand,
  usageCommand,
  verifyCommand,
  doctorCommand,
  versionCommand,
  ...backupCommands,
  ...databaseCommands,
]
