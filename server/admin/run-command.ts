import type { FastifyError } from 'fastify'
import { asRefusal } from '#server/http/errors.ts'
import type { Site } from './command.ts'
import { commands } from './commands.ts'
import { helpAsText, helpOf } from './help.ts'
import { answerAsJson, answerAsText } from './print-answer.ts'
import { printable, printableJson } from './printable.ts'
import { readArguments } from './read-arguments.ts'

export type Terminal = { out(text: string): void; err(text: string): void }
type OpenSite = () => Promise<Site & { stop(): Promise<void> }>

/**
 * Does what was typed and answers what the process is to end with: 0 when it is done, or was already, 1 when it is not. The
 * site's database is opened only for what can be done.
 */
export async function runCommand(argv: string[], open: OpenSite, terminal: Terminal): Promise<number> {
  const isJson = argv.includes('--json')
  try {
    return await run(argv, open, (text) => terminal.out(`${text}\n`))
  } catch (error) {
    const sentence = sentenceOf(error)
    if (isJson) terminal.out(`${printableJson({ error: sentence })}\n`)
    else terminal.err(`${sentence.split('\n').map(printable).join('\n')}\n`)
    return 1
  }
}

async function run(argv: string[], open: OpenSite, print: (text: string) => void) {
  const isJson = argv.includes('--json')
  const read = readArguments(argv, commands)
  if ('help' in read) {
    print(isJson ? answerAsJson(helpOf(read.help, commands)) : helpAsText(read.help, commands))
    return read.isAsked ? 0 : 1
  }
  const site = await open()
  try {
    const answer = await read.command.run(site, read.given)
    print(isJson ? answerAsJson(answer) : answerAsText(answer))
    return answer.isFine === false ? 1 : 0
  } finally {
    await site.stop()
  }
}

/** PostgreSQL knows no such table, column or function. */
const olderSchema = /^(42P01|42703|42883)$/

/** Whoever runs the site is told what really went wrong. */
function sentenceOf(error: unknown) {
  const { code } = error as { code?: string }
  if (code && olderSchema.test(code))
    return 'The database is an older Foldout’s. Bring it to the newest schema first: npm run db:migrate'
  const refusal = asRefusal(error as FastifyError)
  if (refusal.code !== 'internal') return refusal.message
  return error instanceof Error && error.message ? error.message : String(error)
}
