import { constants, gunzipSync } from 'node:zlib'

const declaredEncoding = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)/

/** The encoding of a drawing: UTF-16 by its first bytes, any other as declared. */
export function encodingOf(bytes: Buffer) {
  const head = bytes.subarray(0, 256).toString('latin1')
  if (/^(\xff\xfe|<\0)/.test(head)) return 'utf-16le'
  if (/^(\xfe\xff|\0<)/.test(head)) return 'utf-16be'
  const declared = declaredEncoding.exec(head)?.[1] ?? 'utf-8'
  // The declaration is readable as ASCII, so it is wrong.
  return /^utf-16/i.test(declared) ? 'utf-8' : declared
}

const comment = { start: '<!--', end: '-->' }
const instruction = { start: '<?', end: '?>' }

/** An svg element after only a byte order mark, white space, comments, an XML declaration and a document type. */
export function hasSvgRoot(header: Buffer, isComplete: boolean) {
  const start = uncompressStart(header)
  let rest = readText(start).trimStart()
  for (;;) {
    const skipped = [comment, instruction].find(({ start }) => rest.startsWith(start))
    if (!skipped) break
    const end = rest.indexOf(skipped.end, skipped.start.length)
    // A long comment may hide the root, at which the parser looks. An instruction is short.
    if (end < 0) return skipped === comment && !isComplete
    rest = rest.slice(end + skipped.end.length).trimStart()
  }
  const isCut = !isComplete && start.length > 0 && /^(<[^\s>]*)?$/.test(rest)
  return isCut || /^<(!DOCTYPE\s+)?([^\s<>:]+:)?svg[\s/>[]/i.test(rest)
}

/** The names are the same in all encodings that extend ASCII. */
const readText = (header: Buffer) =>
  new TextDecoder(encodingOf(header).startsWith('utf-16') ? encodingOf(header) : 'utf-8').decode(header)

const isCompressed = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** A compressed drawing (SVGZ) as text. @throws a RangeError if it is longer than `maxBytes` */
export const uncompress = (bytes: Buffer, maxBytes: number) =>
  isCompressed(bytes) ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes

/** The beginning of the text. Empty if this is no gzip file, whatever its first bytes. */
function uncompressStart(header: Buffer) {
  if (!isCompressed(header)) return header
  try {
    return gunzipSync(header, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxStartBytes })
  } catch {
    return Buffer.of()
  }
}

/** More than a header of 4 kB can expand to. */
const maxStartBytes = 8 * 1024 * 1024
