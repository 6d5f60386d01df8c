import { constants } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { ownerMark } from '#server/media/uploads.ts'

type Own = { id: string; ownerId: string }

export type PdfFiles = ReturnType<typeof openPdfFiles>

/**
 * PDFs that drafts were given, in `<dataDir>/documents`, for as long as they may be read again. Their names begin with
 * a digest of their owner, as those of uploads do. Processes on several machines have this folder in common.
 */
export function openPdfFiles({ dataDir }: Pick<Config, 'dataDir'>) {
  const folder = join(dataDir, 'documents')
  const pathOf = ({ id, ownerId }: Own) => join(folder, `${ownerMark(ownerId)}-${id}.pdf`)
  const list = () => readdir(folder).catch(() => [])
  return {
    pathOf,
    /** The file stays where it came from too, until whoever has it there lets it go. */
    async take(own: Own, from: string) {
      await mkdir(folder, { recursive: true })
      await link(from, pathOf(own)).catch(() => copyFile(from, pathOf(own), constants.COPYFILE_FICLONE))
    },
    remove: (own: Own) => rm(pathOf(own), { force: true }),
    /** Whatever there is of a member's. */
    async removeOwn(ownerId: string) {
      for (const name of await list())
        if (name.startsWith(ownerMark(ownerId))) await rm(join(folder, name), { force: true })
    },
    /** The ids of those that came before a moment. */
    async *listOlderThan(before: Date) {
      for (const name of await list()) {
        const path = join(folder, name)
        const found = await stat(path).catch(() => undefined)
        if (found && found.ctime < before) yield { id: name.slice(9, -4), path }
      }
    },
  }
}
