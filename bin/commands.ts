/** A command runs a project file, named without its extension because packages use another one. */
export type Command = {
  program: string
  does: string
  /** The command parses its own arguments. Other commands take none. */
  takesArguments?: true
  args?: string[]
  flags?: string[]
  env?: Record<string, string>
}

export const commands: Record<string, Command> = {
  start: {
    program: 'server/main',
    does: 'opens the site',
    flags: ['--max-semi-space-size=4'],
    env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '65536' },
  },
  demo: { program: 'demo/main', does: 'opens it with a library to look at' },
  admin: {
    program: 'server/admin/admin-main',
    does: 'acts for whoever runs the site; says how by itself',
    takesArguments: true,
  },
  backup: {
    program: 'server/backup/backup-main',
    does: 'FOLDER  keeps everything there',
    takesArguments: true,
  },
  restore: {
    program: 'server/backup/restore-main',
    does: 'FOLDER  puts it into an empty site',
    takesArguments: true,
  },
  verify: {
    program: 'server/admin/admin-main',
    args: ['verify'],
    does: 'compares what is kept with what it is counted as',
    takesArguments: true,
  },
  migrate: { program: 'server/db/migrate-main', does: 'brings the database to the newest schema' },
  'search:rebuild': { program: 'server/search/rebuild-main', does: 'makes the index of words again' },
}

export const usage = () =>
  [
    'foldout COMMAND, with settings from the environment and from .env in this folder',
    '',
    ...Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(16)}${does}`),
    '',
  ].join('\n')
