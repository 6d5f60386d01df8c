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

export const commands: Record<string, Command> = {
  start: {
    program: 'server/main',
    description: 'starts the site',
    flags: ['--max-semi-space-size=4'],
    env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '65536' },
  },
  demo: { program: 'demo/main', description: 'starts it with a demo library' },
  admin: {
    program: 'server/admin/admin-main',
    description: 'operator commands; lists them when called alone',
    takesArguments: true,
  },
  backup: {
    program: 'server/backup/backup-main',
    description: 'FOLDER  backs up the site into FOLDER',
    takesArguments: true,
  },
  restore: {
    program: 'server/backup/restore-main',
    description: 'FOLDER  restores a backup into an empty site',
    takesArguments: true,
  },
  verify: {
    program: 'server/admin/admin-main',
    args: ['verify'],
    description: 'checks counters, files, search and the newest backup',
    takesArguments: true,
  },
  migrate: { program: 'server/db/migrate-main', description: 'migrates the database to the newest schema' },
  'search:rebuild': { program: 'server/search/rebuild-main', description: 'rebuilds the search index' },
}

export const usage = () =>
  [
    'foldout COMMAND. Settings come from the environment and .env in this folder.',
    '',
    ...Object.entries(commands).map(([name, { description }]) => `  ${name.padEnd(16)}${description}`),
    '',
  ].join('\n')
