import { extname } from 'node:path'

/** The installed package contains JavaScript and has the command `foldout`. In a clone, npm runs the commands. */
const isInstalled = extname(import.meta.filename) === '.js'

/** Commands with another name in `package.json`. */
const scripts: Record<string, string> = { migrate: 'db:migrate' }

/** How to type a command in this installation, for use in messages. */
export function shellCommand(command: string, argument = '', { archive: installed = isInstalled } = {}) {
  if (installed) return ['foldout', command, ...(argument ? [argument] : [])].join(' ')
  return `npm run ${scripts[command] ?? command}${argument ? ` -- ${argument}` : ''}`
}

/** npm requires `--` before a command's arguments, and people copy it to installations without npm. */
export const withoutNpmSeparator = (argv: string[]) => (argv[0] === '--' ? argv.slice(1) : argv)
