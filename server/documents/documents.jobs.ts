import type { TaskList } from 'graphile-worker'
import type { DocumentDeps } from './documents.ts'
import { readDocuments } from './read-documents.ts'
import { sweepDocuments } from './sweep-documents.ts'

/** Each minute, for what a process that was killed elsewhere had begun. */
export const documentsCrontab = `* * * * * read-documents ?jobKey=read-documents
29 * * * * sweep-documents ?jobKey=sweep-documents`

export const documentJobs = (deps: DocumentDeps): TaskList => ({
  'read-documents': () => readDocuments(deps),
  'sweep-documents': () => sweepDocuments(deps),
})
