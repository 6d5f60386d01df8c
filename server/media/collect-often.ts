import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const between = 4 * 1024 * 1024

/**
 * Passes bytes through and lets the young ones go every few megabytes, in about half a millisecond. Each chunk from
 * a socket is memory outside the heap, of which V8 lets some 64 MB pile up before it looks: too much for one upload.
 */
export async function* collectingOften(chunks: AsyncIterable<Uint8Array>) {
  let since = 0
  for await (const chunk of chunks) {
    yield chunk
    since += chunk.length
    if (since < between) continue
    since = 0
    collectYoung({ type: 'minor' })
  }
}

setFlagsFromString('--expose-gc')
const collectYoung: (options: { type: 'minor' }) => void = runInNewContext('gc')
