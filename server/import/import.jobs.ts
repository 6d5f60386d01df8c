import type { TaskList } from 'graphile-worker'
import { type ReadingDeps, readImports } from './read-imports.ts'

/** Each minute, for what a process that was killed elsewhere had begun. */
export const importCrontab = '* * * * * read-imports ?jobKey=read-imports'

export const importJobs = (deps: ReadingDeps): TaskList => ({ 'read-imports': () => readImports(deps) })
