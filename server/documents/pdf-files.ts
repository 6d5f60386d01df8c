import { constants } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { ownerPrefix } from '#server/media/uploads.ts'

export type PdfRef = { id: string; ownerId: string }
export type StoredPdf = PdfRef & { byteSize: number }
type ListedPdf = { id: string; remove(): Promise<unknown> }

/** PDFs of drafts, for as long as they may be read again. Like uploads, their names start with a digest of their owner. */
export type PdfFiles = {
  /** `from` is the path of an upload. The upload itself stays until its holder removes it. */
  store(ref: PdfRef, from: string): Promise<void>
  remove(ref: PdfRef): Promise<void>
  listByOwner(ownerId: string): AsyncIterable<ListedPdf>
  listOlderThan(before: Date): AsyncIterable<ListedPdf>
  openCopies(): PdfCopies
}

/** Local copies of PDFs, until disposed. A missing PDF throws ENOENT. */
export type PdfCopies = AsyncDisposable & { pathOf(pdf: StoredPdf): Promise<string> }

export const pdfName = ({ id, ownerId }: PdfRef) => `${ownerPrefix(ownerId)}-${id}.pdf`
export const pdfId = (name: string) => name.slice(9, -4)

export function diskPdfFiles({ dataDir }: Pick<Config, 'dataDir'>): PdfFiles {
  const folder = join(dataDir, 'documents')
  const pathOf = (ref: PdfRef) => join(folder, pdfName(ref))
  const listNames = () => readdir(folder).catch(() => [])
  const toListedPdf = (name: string) => ({
    id: pdfId(name),
    remove: () => rm(join(folder, name), { force: true }),
  })
  return {
    async store(ref, from) {
      await mkdir(folder, { recursive: true })
      await link(from, pathOf(ref)).catch(() => copyFile(from, pathOf(ref), constants.COPYFILE_FICLONE))
    },
    remove: (ref) => rm(pathOf(ref), { force: true }),
    async *listByOwner(ownerId) {
      for (const name of await listNames()) if (name.startsWith(ownerPrefix(ownerId))) yield toListedPdf(name)
    },
    async *listOlderThan(before) {
      for (const name of await listNames()) {
        const stats = await stat(join(folder, name)).catch(() => undefined)
        if (stats && stats.ctime < before) yield toListedPdf(name)
      }
    },
    openCopies: () => ({ pathOf: async (ref) => pathOf(ref), [Symbol.asyncDispose]: async () => undefined }),
  }
}
