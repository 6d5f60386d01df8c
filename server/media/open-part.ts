import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

export type Part = Awaited<ReturnType<typeof openPart>>

/** Bytes on their way into a store: on the disk of this node, since memory is not for each upload that is under way. */
export async function openPart(folder: string) {
  const path = join(folder, 'part')
  const file = await open(path, 'wx+')
  let bytes = 0
  return {
    get bytes() {
      return bytes
    },
    async add(chunk: Uint8Array) {
      for (let at = 0; at < chunk.length; )
        at += (await file.write(chunk, at, chunk.length - at, bytes + at)).bytesWritten
      bytes += chunk.length
    },
    read: () => createReadStream(path, { start: 0, end: bytes - 1 }),
    async empty() {
      await file.truncate()
      bytes = 0
    },
    async [Symbol.asyncDispose]() {
      await file.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
