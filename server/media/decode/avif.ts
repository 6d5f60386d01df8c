import { type Colours, codedColours } from './colours.ts'

const [bt709, srgb] = [1, 13]

/** Undefined for sRGB, for a profile, which the decoder applies, and for several pictures with different colours. */
export function avifColours(bytes: Buffer): Colours | undefined {
  const [coded, ...others] = readColourCodes(readMeta(bytes))
  if (!coded || others.some((other) => !other.equals(coded)) || coded.toString('latin1', 0, 4) !== 'nclx')
    return undefined
  const primaries = coded.readUInt16BE(4)
  // Browsers do not tell these two curves apart in AVIF.
  const curve = coded.readUInt16BE(6) === bt709 ? srgb : coded.readUInt16BE(6)
  return primaries === bt709 && curve === srgb ? undefined : codedColours(primaries, curve)
}

/** The box that describes the pictures of the file. */
function readMeta(bytes: Buffer) {
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'meta') return bytes.subarray(at, at + size)
    if (size < 8) break
    at += size
  }
  return Buffer.of()
}

/** The kind and the codes of every `colr` property, in 8 bytes. */
function* readColourCodes(meta: Buffer) {
  for (let at = meta.indexOf('colr'); at >= 0 && at + 12 <= meta.length; at = meta.indexOf('colr', at + 4))
    yield meta.subarray(at + 4, at + 12)
}
