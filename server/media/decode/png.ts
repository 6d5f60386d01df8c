type Chunks = Map<string, Buffer>

/** The chunks before the picture data, by type. */
export function readPngChunks(bytes: Buffer) {
  const chunks: Chunks = new Map()
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') break
    chunks.set(type, bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  }
  return chunks
}

/** With one frame, the animation is a still, unless the frame is not the default picture. */
export function isAnimatedPng(chunks: Chunks) {
  const control = chunks.get('acTL')
  const frames = control && control.length >= 4 ? control.readUInt32BE() : 0
  return frames > 1 || (frames === 1 && !chunks.has('fcTL'))
}
