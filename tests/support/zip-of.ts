import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export type Files = Record<string, string | Buffer>

export async function zipOf(files: Files) {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}
