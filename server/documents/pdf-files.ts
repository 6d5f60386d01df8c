import { constants } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { ownerMark } from '#server/media/uploads.ts'

export type OwnPdf = { id: string; ownerId: string }
export type KeptPdf = OwnPdf & { byteSize: number }
type ListedPdf = { id: string; remove(): Promise<unknown> }

/** PDFs of drafts, for as long as they may be read again. Like uploads, their names start with a digest of their owner. */
export type PdfFiles = {
  /** `from` is the path of an upload. The upload itself stays until its holder removes it. */
  take(own: OwnPdf, from: string): Promise<void>
  remove(own: OwnPdf): Promise<void>
  listMarked(ownerId: string): AsyncIterable<ListedPdf>
  listOlderThan(before: Date): AsyncIterable<ListedPdf>
  openCopies(): PdfCopies
}

/** Local copies of PDFs, until disposed. A missing PDF throws ENOENT. */
export type PdfCopies = AsyncDisposable & { pathOf(pdf: KeptPdf): Promise<string> }

export const pdfName = ({ id, ownerId }: OwnPdf) => `${ownerMark(ownerId)}-${id}.pdf`
export const pdfId = (name: string) => name.slice(9, -4)

export function diskPdfFiles({ dataDir }: Pick<Config, 'dataDir'>): PdfFiles {
  const folder = join(dataDir, 'documents')
  const pathOf = (own: OwnPdf) => join(folder, pdfName(own))
  const list = () => readdir(folder).catch(() => [])
  const listed = (name: string) => ({
    id: pdfId(name),
    remove: () => rm(join(folder, name), { force: true }),
  })
  return {
    async take(own, from) {
      await mkdir(folder, { recursive: true })
      await link(from, pathOf(own)).catch(() => copyFile(from, pathOf(own), constants.COPYFILE_FICLONE))
    },
    remove: (own) => rm(pathOf(own), { force: true }),
    async *listMarked(ownerId) {
      for (const name of await list()) if (name.startsWith(ownerMark(ownerId))) yield listed(name)
    },
    async *listOlderThan(before) {
      for (const name of await list()) {
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (found && found.ctime < before) yield listed(name)
      }
    },
    openCopies: () => ({ pathOf: async (own) => pathOf(own), [Symbol.asyncDispose]: async () => undefined }),
  }
}
