/** The first byte of each kind of block. */
const blocks = { extension: 0x21, image: 0x2c, trailer: 0x3b }
/** The second byte of extensions that more belongs to: a graphic control announces a picture, plain text is one. */
const announcing = [0xf9, 0x01]

/**
 * Whether a GIF ends with its trailer or a whole picture; the decoder accepts a truncated one. As in browsers, the
 * trailer may be missing, and anything may follow the end.
 */
export function isCompleteGif(bytes: Buffer) {
  let last: ImageBlock | undefined
  let at = 13 + colourTableSize(bytes[10])
  while (bytes[at] === blocks.extension || bytes[at] === blocks.image) {
    const isImage = bytes[at] === blocks.image
    const dataAt = isImage ? at + 11 + colourTableSize(bytes[at + 9]) : at + 2
    if (isImage) last = { at, dataAt }
    else if (announcing.includes(bytes[at + 1] ?? 0)) last = undefined
    at = endOfSubBlocks(bytes, dataAt)
  }
  return bytes[at] === blocks.trailer || (last !== undefined && hasAllPixels(bytes, last))
}

/** `at` is the position of the descriptor, and `dataAt` of the compressed data. */
type ImageBlock = { at: number; dataAt: number }

const colourTableSize = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function endOfSubBlocks(bytes: Buffer, start: number) {
  let at = start
  while (bytes[at]) at += 1 + (bytes[at] ?? 0)
  return at + 1
}

function hasAllPixels(bytes: Buffer, { at, dataAt }: ImageBlock) {
  const pixelBits = bytes[dataAt - 1] ?? 0
  if (dataAt > bytes.length || pixelBits >= maxCodeBits) return false
  const expected = bytes.readUInt16LE(at + 5) * bytes.readUInt16LE(at + 7)
  return countPixels(readSubBlocks(bytes, dataAt), pixelBits) >= expected
}

function* readSubBlocks(bytes: Buffer, start: number) {
  for (let at = start; bytes[at]; at += 1 + (bytes[at] ?? 0)) yield* bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0))
}

const maxCodeBits = 12

/** Follows the LZW codes without expanding them. Each adds a new code, one pixel longer than the code before it. */
function countPixels(data: Iterable<number>, pixelBits: number) {
  const clearCode = 1 << pixelBits
  const lengths = new Uint16Array(1 << maxCodeBits).fill(1)
  const cleared = { codeBits: pixelBits + 1, nextCode: clearCode + 2, lastLength: 0 }
  let { codeBits, nextCode, lastLength } = cleared
  let [bits, bitCount, pixels] = [0, 0, 0]
  for (const byte of data) {
    bits |= byte << bitCount
    bitCount += 8
    while (bitCount >= codeBits) {
      const code = bits & ((1 << codeBits) - 1)
      bits >>>= codeBits
      bitCount -= codeBits
      if (code === clearCode) {
        ;({ codeBits, nextCode, lastLength } = cleared)
        continue
      }
      if (code === clearCode + 1) return pixels
      const length = code < nextCode ? (lengths[code] ?? 0) : lastLength + 1
      if (lastLength > 0 && nextCode < lengths.length) lengths[nextCode++] = lastLength + 1
      if (nextCode === 1 << codeBits && codeBits < maxCodeBits) codeBits++
      lastLength = length
      pixels += length
    }
  }
  return pixels
}
