/** A command runs a project file, named without its extension because packages use another one. */
export type Command = {
  program: string
  description: string
  /** The command parses its own arguments. Other commands take none. */
  takesArguments?: true
  args?: string[]
  flags?: string[]
  env?: Record<string, string>
}

const operatorProgram = 'server/admin/admin-main'

export const commands: Record<string, Command> = {
  start: {
    program: 'server/main',
    description: 'starts the site',
    flags: ['--max-semi-space-size=4'],
    env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '65536' },
  },
  demo: { program: 'demo/main', description: 'starts it with a demo library' },
  admin: {
    program: operatorProgram,
    description: 'operator commands; lists them when called alone',
    takesArguments: true,
  },
  backup: operatorCommand('backup', 'FOLDER  backs up the site into FOLDER'),
  restore: operatorCommand('restore', 'FOLDER  restores a backup into an empty site'),
  verify: operatorCommand('verify', 'checks counters, files, search and the newest backup'),
  doctor: operatorCommand('doctor', 'checks the installation and says what to correct'),
  operate: operatorCommand('operate', 'prints a link to the pages for operators'),
  version: operatorCommand('version', 'prints the version; --check looks for a newer one'),
  migrate: operatorCommand('migrate', 'migrates the database to the newest schema'),
  'search:rebuild': operatorCommand('search:rebuild', 'rebuilds the search index'),
}

function operatorCommand(name: string, description: string): Command {
  return { program: operatorProgram, args: [name], description, takesArguments: true }
}

export const usage = () =>
  [
    'foldout COMMAND. Settings come from the environment and .env in this folder.',
    '',
    ...Object.entries(commands).map(([name, { description }]) => `  ${name.padEnd(16)}${description}`),
    '',
  ].join('\n')
