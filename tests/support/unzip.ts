import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

/** The files of a zip in their order. Throws if the zip is incomplete. */
export async function unzip(bytes: Buffer) {
  const zip = (await promisify(fromBuffer as never)(bytes, { lazyEntries: true })) as ZipFile
  const files = new Map<string, Buffer>()
  const finished = Promise.withResolvers<void>()
  zip.on('error', finished.reject).on('end', finished.resolve)
  zip.on('entry', (entry: Entry) =>
    zip.openReadStream(entry, async (error, content) => {
      if (error) return finished.reject(error)
      files.set(entry.fileName, await buffer(content))
      zip.readEntry()
    }),
  )
  zip.readEntry()
  await finished.promise
  return files
}
