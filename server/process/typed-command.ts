import { extname } from 'node:path'

/** An archive is JavaScript and has the command `foldout`; in a clone npm starts it. */
const isArchive = extname(import.meta.filename) === '.js'

/** Named otherwise in `package.json`. */
const scripts: Record<string, string> = { migrate: 'db:migrate' }

/** How a command of ours is typed where this runs, for sentences that send somebody there. */
export function typedCommand(command: string, behind = '', { archive = isArchive } = {}) {
  if (archive) return ['foldout', command, ...(behind ? [behind] : [])].join(' ')
  return `npm run ${scripts[command] ?? command}${behind ? ` -- ${behind}` : ''}`
}
