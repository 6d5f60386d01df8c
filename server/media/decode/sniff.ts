import type { FileHandle } from 'node:fs/promises'
import { animatedMessage, notMediaMessage, RejectedFileError, unplayableVideoError } from './file-errors.ts'

export const headerLength = 4096

export type FileKind = 'image' | 'svg' | 'video'

export const sniffKind = async (file: FileHandle) => detectKind(await readHeader(file))

export function detectKind(header: Buffer): FileKind {
  const ascii = header.toString('latin1')
  if (/^....ftyp(avis|msf1....(....){0,8}?avis)/s.test(ascii)) throw new RejectedFileError(animatedMessage('AVIF'))
  if (isRasterImage(ascii)) return 'image'
  if (isVideoContainer(ascii)) return 'video'
  if (isSvgFile(header)) return 'svg'
  if (/^....ftyp(hei|hev|mif1|msf1)/s.test(ascii)) {
    throw new RejectedFileError('Few browsers support HEIC. Save the photo as JPEG and try again.')
  }
  if (isUnsupportedVideo(ascii)) throw unplayableVideoError('is in an old format')
  throw new RejectedFileError(notMediaMessage)
}

export function isSvgFile(header: Buffer) {
  const ascii = header.toString('latin1')
  return !isRasterImage(ascii) && !isVideoContainer(ascii) && hasSvgRoot(header)
}

export async function readHeader(file: FileHandle) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerLength), 0, headerLength, 0)
  return buffer.subarray(0, bytesRead)
}

const isRasterImage = (ascii: string) =>
  ascii.startsWith('\xff\xd8\xff') ||
  ascii.startsWith('\x89PNG\r\n\x1a\n') ||
  /^GIF8[79]a/.test(ascii) ||
  /^RIFF....WEBP/s.test(ascii) ||
  isAvif(ascii)

/** AVIF may state `mif1` as its major brand and `avif` among the following brands. */
const isAvif = (ascii: string) =>
  /^....ftypavi[fs]/s.test(ascii) || /^....ftyp(mif1|msf1)....(....){0,8}?avi[fs]/s.test(ascii)

const isVideoContainer = (ascii: string) =>
  /^....(ftyp(?!hei|hev|mif1|msf1)|moov|mdat|wide|free|skip|pnot)/s.test(ascii) ||
  ascii.startsWith('\x1aE\xdf\xa3') ||
  ascii.startsWith('OggS')

const isUnsupportedVideo = (ascii: string) =>
  /^RIFF....AVI /s.test(ascii) ||
  ascii.startsWith('FLV') ||
  ascii.startsWith('0&\xb2u') ||
  ascii.startsWith('\0\0\x01\xba') ||
  ascii.startsWith('\0\0\x01\xb3') ||
  (ascii[0] === 'G' && ascii[188] === 'G' && ascii[376] === 'G')

/** An svg element after only a byte order mark, white space, comments, an XML declaration and a document type. */
const hasSvgRoot = (header: Buffer) =>
  /^\uFEFF?\s*(<(\?xml|!--|!DOCTYPE svg)[\s\S]*)?<(svg:)?svg[\s>]/i.test(header.toString('utf8')) ||
  /^\uFEFF?\s*(<\?xml[^>]*>\s*)?<!DOCTYPE svg\b/i.test(header.toString('utf8'))
