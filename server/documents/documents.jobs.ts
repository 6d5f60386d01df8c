import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { DocumentDeps } from './documents.ts'
import { readDocuments } from './read-documents.ts'
import { sweepDocuments } from './sweep-documents.ts'

/** Each minute, for what a process that was killed elsewhere had begun. */
export const documentsCrontab = `* * * * * read-documents ?jobKey=read-documents
29 * * * * sweep-documents ?jobKey=sweep-documents`

const ownPdfs = z.object({ ownerId: z.uuid(), ids: z.array(z.uuid()) })

export const documentJobs = (deps: DocumentDeps): TaskList => ({
  'read-documents': () => readDocuments(deps),
  'sweep-documents': () => sweepDocuments(deps),
  'remove-pdf-files': async (payload) => {
    const { ownerId, ids } = ownPdfs.parse(payload)
    for (const id of ids) await deps.files.remove({ id, ownerId })
  },
})
