import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const between = 4 * 1024 * 1024

let since = 0

/**
 * Counts bytes that pass through this process, and lets the young ones go every few megabytes, in about half a
 * millisecond. Each chunk from a socket or a file is memory outside the heap, of which V8 lets some 64 MB pile up before
 * it looks: too much for one upload or some hundred pictures.
 */
export function countPassing({ length }: Uint8Array) {
  since += length
  if (since < between) return
  since = 0
  collectYoung({ type: 'minor' })
}

/** Passes bytes through, counted. */
export async function* collectingOften(chunks: AsyncIterable<Uint8Array>) {
  for await (const chunk of chunks) {
    yield chunk
    countPassing(chunk)
  }
}

setFlagsFromString('--expose-gc')
const collectYoung: (options: { type: 'minor' }) => void = runInNewContext('gc')
