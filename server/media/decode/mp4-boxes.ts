import { readInputRange } from './file-descriptors.ts'

/** `start` and `end` of the content. */
export type Box = { type: string; start: number; end: number }

export const wholeFile: Box = { type: '', start: 0, end: Number.POSITIVE_INFINITY }

export async function findBox(parent: Box, ...path: string[]): Promise<Box | undefined> {
  const [type, ...rest] = path
  for await (const box of childrenOf(parent))
    if (box.type === type) return rest.length > 0 ? await findBox(box, ...rest) : box
}

export async function* childrenOf(parent: Box): AsyncGenerator<Box> {
  let at = parent.start
  while (at < parent.end) {
    const header = toView(await readInputRange(at, at + 16))
    if (header.byteLength < 8) return
    const type = String.fromCharCode(...[4, 5, 6, 7].map((index) => header.getUint8(index)))
    const isLong = header.getUint32(0) === 1 && header.byteLength === 16
    const size = isLong ? Number(header.getBigUint64(8)) : header.getUint32(0)
    const headerSize = isLong ? 16 : 8
    if (size < headerSize) return
    yield { type, start: at + headerSize, end: at + size }
    at += size
  }
}

export const readView = async ({ start, end }: Box, maxBytes: number) =>
  toView(await readInputRange(start, Math.min(end, start + maxBytes)))

const toView = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)
