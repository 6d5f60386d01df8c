import { addAbortSignal, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type Zip = {
  add(file: string, content: Readable, compress: boolean): Promise<void>
}

/** Waits for its reader. If something fails, the zip breaks off instead of looking complete. */
export function streamZip(addFiles: (zip: Zip) => Promise<void>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const closed = new AbortController()
  output.once('close', () => closed.abort())
  zip.on('error', (error) => output.destroy(error))
  const add = async (file: string, content: Readable, compress: boolean) => {
    addAbortSignal(closed.signal, content)
    const isRead = finished(content)
    zip.addReadStream(content, file, { compress })
    await isRead
  }
  addFiles({ add }).then(
    () => zip.end(),
    (error) => output.destroy(error),
  )
  return output
}
