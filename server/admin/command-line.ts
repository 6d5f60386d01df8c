import { type CommanderError, Help, Option, Command as Program } from 'commander'
import { inEnglish } from '#contract/in-english.ts'
import { isBlank } from '#contract/visible-text.ts'
import { apiError } from '#server/http/errors.ts'
import { shellCommand } from '#server/process/shell-command.ts'
import type { Command, Parameter } from './command.ts'
import { printableJson, terminalWidth } from './print-result.ts'

type GlobalOptions = { json?: true; wide?: true; as?: string }
type Call = { command: Command; input: Record<string, unknown> }

/** The command line of all commands. `write` gets the help text. */
export function createCommandLine(commands: Command[], write: (text: string) => void) {
  const program = new Program('admin')
    .description('Operator commands. They work while the site runs.')
    .option('--json', 'prints one line of JSON')
    .option('--wide', `prints each row in one line, longer than ${terminalWidth} characters`)
    .option('--as <NAME>', 'your name, for the audit log')
    .helpOption('-h, --help', 'explains a command')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => undefined })
  const isJson = () => program.opts<GlobalOptions>().json === true
  program.configureHelp({
    helpWidth: terminalWidth,
    showGlobalOptions: true,
    subcommandTerm: nameOf,
    commandUsage: (command) => usageOf(command, commands),
    formatHelp: (command, helper) => {
      // The list names whole commands, such as `zine show` instead of `zine`.
      helper.visibleCommands = listLeaves
      return isJson() ? helpAsJson(command) : Help.prototype.formatHelp.call(helper, command, helper)
    },
  })
  let call: Call | undefined
  for (const command of commands) addCommand(program, command, (input) => (call = { command, input }))
  program
    .command('help', { hidden: true })
    .argument('[COMMAND...]')
    .action((words: string[]) => findCommand(program, words).help())
  return {
    /** @throws CommanderError, also after printing help */
    parse(argv: string[]) {
      program.parse(argv, { from: 'user' })
      if (!call) throw new Error('No command was called.')
      return { ...call, ...program.opts<GlobalOptions>() }
    },
    isJson,
  }
}

function addCommand(program: Program, definition: Command, onCall: (input: Call['input']) => void) {
  const { name, positionals = {}, options = {} } = definition
  const summary = inEnglish(definition.summary)
  const words = name.split(' ')
  const last = words.pop() ?? ''
  const parent = words.reduce((at, word) => findSubcommand(at, word) ?? at.command(word), program)
  const command = parent.command(last).summary(summary)
  command.description([summary, inEnglish(definition.details ?? '')].filter(Boolean).join('\n'))
  for (const [key, { description, shape }] of Object.entries(positionals))
    command.argument(isOptional(shape) ? `[${key.toUpperCase()}]` : `<${key.toUpperCase()}>`, inEnglish(description))
  for (const [key, { value, description, shape }] of Object.entries(options))
    command.addOption(
      new Option(value ? `--${key} <${value}>` : `--${key}`, inEnglish(description)).makeOptionMandatory(
        !isOptional(shape),
      ),
    )
  command.action(() => onCall(readInput(definition, command)))
}

const findSubcommand = (command: Program, word: string) => command.commands.find((each) => each.name() === word)

function findCommand(program: Program, words: string[]) {
  return words.reduce((at, word) => {
    const command = findSubcommand(at, word)
    return command ?? program.error(`error: unknown command '${words.join(' ')}'`, { code: 'commander.unknownCommand' })
  }, program)
}

const isOptional = (shape: Parameter['shape']) => shape.safeParse(undefined).success

function readInput({ positionals = {}, options = {} }: Command, command: Program) {
  const input: Call['input'] = {}
  for (const [index, [key, parameter]] of Object.entries(positionals).entries())
    input[key] = validate(key.toUpperCase(), command.args[index], parameter)
  for (const option of command.options) {
    const key = option.name()
    const value = command.getOptionValue(option.attributeName())
    // Commander takes the next word as the value, also if it is an option.
    if (command.options.some(({ long }) => long === value))
      throw apiError('invalid_request', `--${key} needs a value: ${option.description}.`)
    input[key] = validate(`--${key}`, value, options[key])
  }
  return input
}

function validate(label: string, value: unknown, parameter: Parameter | undefined) {
  if (!parameter) return value
  const { success, data, error } = parameter.shape.safeParse(value)
  if (success) return data
  const isPresent = value !== undefined && !isBlank(String(value))
  const problem = isPresent ? error.issues[0]?.message : `is needed: ${inEnglish(parameter.description)}`
  throw apiError('invalid_request', `${label} ${problem}.`)
}

/** Commander's message as one line. */
export function usageProblem({ code, message }: CommanderError) {
  if (code === 'commander.help') return 'A command is needed. Add --help for a list.'
  const [first = '', ...rest] = message.replace(/^error: |\.$/g, '').replaceAll('\n', ' ')
  return `${first.toUpperCase()}${rest.join('')}. Add --help for an explanation.`
}

function listLeaves(command: Program): Program[] {
  return command.commands
    .filter((each) => each.name() !== 'help')
    .flatMap((each) => (each.commands.length > 0 ? listLeaves(each) : [each]))
}

/** The words that call a command, without the program's name. */
function nameOf(command: Program): string {
  if (!command.parent) return ''
  return `${nameOf(command.parent)} ${command.name()}`.trim()
}

/** Some commands are also called without `admin`. */
function usageOf(command: Program, commands: Command[]) {
  const name = nameOf(command)
  const usage = command.usage()
  const hasShortcut = commands.some((each) => each.name === name && each.hasShortcut)
  return hasShortcut ? shellCommand(name, usage) : shellCommand('admin', `${name} ${usage}`.trim())
}

const helpAsJson = (command: Program) => {
  const leaves = command.commands.length > 0 ? listLeaves(command) : [command]
  const rows = leaves.map((leaf) => ({ command: `${nameOf(leaf)} ${leaf.usage()}`, says: leaf.summary() }))
  return `${printableJson({ rows })}\n`
}
