import { open, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyError } from 'fastify'
import { visibleLine } from '#contract/visible-text.ts'
import { streamExport } from '#server/accounts/export/write-export.ts'
import { listAudit, noteAct, operatorActs } from '#server/audit/audit.queries.ts'
import { type Fault, mostOfAKind } from '#server/backup/verify/fault.ts'
import { verifySite } from '#server/backup/verify/verify-site.ts'
import { tellOnce } from '#server/db/notices.ts'
import { asRefusal, refuse } from '#server/http/errors.ts'
import { securityEvents } from '#server/http/security-events.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'
import { fileProblem } from '#server/process/run-main.ts'
import { typedCommand, withoutNpms } from '#server/process/typed-command.ts'
import { announceCommands } from './announce.commands.ts'
import { blockMediaCommands } from './block-media.commands.ts'
import {
  type Answer,
  type Command,
  command,
  limit,
  member,
  named,
  oneOf,
  optionally,
  partOf,
  place,
  readTime,
  type Site,
  uuid,
} from './command.ts'
import { importCommand } from './import.command.ts'
import { jobCommands } from './jobs.commands.ts'
import { mailTestCommand } from './mail-test.command.ts'
import { memberAccountCommands } from './member-accounts.commands.ts'
import { memberCommands, suspendCommands } from './members.commands.ts'
import { findMember } from './members.queries.ts'
import { answerAsJson, answerAsText, printable, printableJson } from './print-answer.ts'
import { asksFor, helpAsText, helpOf, readArguments } from './read-arguments.ts'
import { reportCommands } from './reports.commands.ts'
import { signUpCommands } from './sign-ups.commands.ts'
import { usageCommand } from './usage.command.ts'
import { zineCommands } from './zines.commands.ts'

const verifyCommand = command({
  name: 'verify',
  says: 'Checks that stored data is consistent. Exits with 1 if it finds a problem.',
  more: 'Compares counters with rows, rows with files, the search index with its sources, and the newest backup with its manifest.',
  options: {
    backups: { ...optionally(named('the backup folder (default: BACKUP_DIR)')), value: 'FOLDER' },
  },
  run: async ({ config, pool, note }, given) => {
    const backups = given.backups ?? config.backupDir
    const faults = await verifySite({ config, pool, backups, onStep: (step) => note(`${step} …`) })
    if (faults.length > 0) return { rows: faults, isFine: false, ...(isCut(faults) && { says: more }) }
    const and =
      backups === undefined
        ? 'No backup was checked, because BACKUP_DIR is not set.'
        : 'The newest backup is intact.'
    return { says: `No problems found. ${and}` }
  },
})

const isCut = (faults: Fault[]) =>
  [...Map.groupBy(faults, ({ kind }) => kind).values()].some(({ length }) => length >= mostOfAKind)

const more = `Shows at most ${mostOfAKind} problems of each kind. Fix these, then run the command again.`

const exportCommand = command({
  name: 'member export',
  says: 'Exports a member’s data as a zip, for members who cannot download it themselves, for example when suspended.',
  more: 'It contains the same as the download in Account Settings, including projects and email address. Verify who is asking.',
  takes: { member, file: named('the zip to write; it must not exist yet') },
  run: async ({ config, db, actor }, { member: who, file }) => {
    const { id, username } = await findMember(db, who)
    const storage = await openStorage(config)
    const into = await open(file, 'wx', 0o600).catch(explained(file))
    try {
      // Logged in advance, as even an interrupted export reveals data.
      await noteAct(db, { actor, act: 'member exported', member_id: id, subject: `member ${id}` })
      const everything = streamExport({ db, storage, publicUrl: config.publicUrl }, id)
      await pipeline(everything, into.createWriteStream({ flush: true }))
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
    return { outcome: 'done', says: `The data of ${username} is in ${file}.` }
  },
})

const explained =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EEXIST') throw refuse('invalid_request', `${file} already exists.`)
    if (error.code === 'ENOENT')
      throw refuse('invalid_request', `The folder ${dirname(file)} does not exist.`)
    throw error
  }

type Terminal = { out(text: string): void; err(text: string): void; note?(text: string): void }
type OpenSite = () => Promise<Omit<Site, 'actor' | 'note'> & { stop(): Promise<void> }>

/** Runs the command; exit code 0 if done or already done, otherwise 1. Opens the database for valid input only. */
export async function runCommand(typed: string[], open: OpenSite, terminal: Terminal): Promise<number> {
  const argv = withoutNpms(typed)
  const isJson = asksFor(argv, '--json')
  try {
    const { text, code } = await run(argv, open, terminal)
    terminal.out(`${text}\n`)
    return code
  } catch (error) {
    const sentence = sentenceOf(error)
    if (isJson) terminal.out(`${printableJson({ error: sentence })}\n`)
    else terminal.err(`${sentence.split('\n').map(printable).join('\n')}\n`)
    return 1
  }
}

async function run(argv: string[], open: OpenSite, terminal: Terminal) {
  const isJson = asksFor(argv, '--json')
  const { operator, rest } = readOperator(argv)
  const read = readArguments(rest, commands)
  if ('help' in read) {
    const text = isJson ? answerAsJson(helpOf(read.help, commands)) : helpAsText(read.help, commands)
    return { text, code: read.isAsked ? 0 : 1 }
  }
  const site = await open()
  const note = (step: string) => terminal.note?.(`${printable(step)}\n`)
  const answer = await done(site, () => read.command.run({ ...site, actor: { operator }, note }, read.given))
  return { text: isJson ? answerAsJson(answer) : answerAsText(answer), code: answer.isFine === false ? 1 : 0 }
}

/** Notifies the site's processes of the change. */
async function done({ pool, stop }: Awaited<ReturnType<OpenSite>>, command: () => Promise<Answer>) {
  try {
    const answer = await command()
    if (answer.outcome === 'done') await tellOnce(pool).catch(() => undefined)
    return answer
  } finally {
    await stop()
  }
}

/** PostgreSQL codes for an unknown table, column or function. */
const olderSchema = /^(42P01|42703|42883)$/

/** Shows operators the actual error. */
function sentenceOf(error: unknown) {
  const { code } = error as { code?: string }
  if (code && olderSchema.test(code))
    return `The database is an older Foldout’s. Bring it to the newest schema first: ${typedCommand('migrate')}`
  const problem = fileProblem(error)
  if (problem) return problem
  const refusal = asRefusal(error as FastifyError)
  if (refusal.code !== 'internal') return refusal.message
  return error instanceof Error && error.message ? error.message : String(error)
}

type Row = Awaited<ReturnType<typeof listAudit>>[number]

const acts = [...securityEvents, ...operatorActs]
const after = optionally(place(readTime))

const auditCommand = command({
  name: 'audit',
  says: 'Lists account security events and operator actions, most recent first.',
  more: 'Deleted members appear by id only. Network addresses are shortened.',
  options: {
    member: { ...optionally(member), value: 'MEMBER' },
    act: { says: `only this one: ${acts.join(', ')}`, value: 'ACT', shape: oneOf(acts).optional() },
    limit,
    after,
  },
  run: async ({ db }, { member: who, limit: most, after: last, act }) => {
    const memberId = who === undefined || uuid.test(who) ? who : (await findMember(db, who)).id
    const behind = last && { at: last.order, id: last.id }
    const found = await listAudit(db, { act, memberId, after: behind, limit: most + 1 })
    const { shown, next } = partOf(found, most, ({ at, id }) => `${at.toISOString()}/${id}`)
    return { rows: shown.map(shortRow), next }
  },
})

const shortRow = ({ at, actor, operator, act, outcome, times, username, memberId, ...row }: Row) => ({
  ...{ at, actor, operator, act, outcome, times, member: username ?? memberId },
  ...{ subject: row.subject, network: row.network, detail: row.detail },
})

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
]

const longest = 60

/** Removes `--as NAME` from the arguments. The default is the login name. */
function readOperator(argv: string[]): { operator: string; rest: string[] } {
  const end = argv.indexOf('--')
  const at = argv.findIndex((word, place) => /^--as(=|$)/.test(word) && (end < 0 || place < end))
  if (at < 0) return { operator: loginName(), rest: argv }
  const isInOneWord = argv[at] !== '--as'
  const name = isInOneWord ? argv[at]?.slice('--as='.length) : argv[at + 1]
  return { operator: checkedName(name), rest: argv.toSpliced(at, isInOneWord ? 1 : 2) }
}

function checkedName(name = '') {
  if (name === '' || name.startsWith('--'))
    throw refuse('invalid_request', '--as needs a NAME: your name, for the audit log.')
  if ([...name].length <= longest && visibleLine(name) === name) return name
  throw refuse('invalid_request', `--as must be a name of at most ${longest} visible characters on one line.`)
}

/** With sudo, the name of the invoking user. A container user may have no name. */
function loginName() {
  try {
    return process.env.SUDO_USER || userInfo().username
  } catch {
    return process.env.USER || `user ${process.getuid?.()}`
  }
}
