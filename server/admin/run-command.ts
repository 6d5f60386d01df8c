import type { FastifyError } from 'fastify'
import { tellOnce } from '#server/db/notices.ts'
import { asRefusal } from '#server/http/errors.ts'
import { fileProblem } from '#server/process/file-problem.ts'
import { withoutNpms } from '#server/process/read-typed.ts'
import { typedCommand } from '#server/process/typed-command.ts'
import type { Answer, Site } from './command.ts'
import { commands } from './commands.ts'
import { helpAsText, helpOf } from './help.ts'
import { readOperator } from './operator-name.ts'
import { answerAsJson, answerAsText } from './print-answer.ts'
import { printable, printableJson } from './printable.ts'
import { asksFor, readArguments } from './read-arguments.ts'

type Terminal = { out(text: string): void; err(text: string): void; note?(text: string): void }
type OpenSite = () => Promise<Omit<Site, 'actor' | 'note'> & { stop(): Promise<void> }>

/**
 * Does what was typed and answers what the process is to end with: 0 when it is done, or was already, 1 when it is not. The
 * site's database is opened only for what can be done.
 */
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

/** The site's processes hear at once of what was done, where they listen. */
async function done({ pool, stop }: Awaited<ReturnType<OpenSite>>, command: () => Promise<Answer>) {
  try {
    const answer = await command()
    if (answer.outcome === 'done') await tellOnce(pool).catch(() => undefined)
    return answer
  } finally {
    await stop()
  }
}

/** PostgreSQL knows no such table, column or function. */
const olderSchema = /^(42P01|42703|42883)$/

/** Whoever runs the site is told what really went wrong. */
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
