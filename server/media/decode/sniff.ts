import type { FileHandle } from 'node:fs/promises'
import { neitherImageNorVideo, RefusedFile, unplayable } from './refused-file.ts'

export const headLength = 4096

export type FileKind = 'image' | 'svg' | 'video'

export const sniff = async (file: FileHandle) => kindOfHead(await readHead(file))

export function kindOfHead(head: Buffer): FileKind {
  const ascii = head.toString('latin1')
  if (isRasterImage(ascii)) return 'image'
  if (isVideoContainer(ascii)) return 'video'
  if (isDrawing(head)) return 'svg'
  if (/^....ftyp(hei|hev|mif1|msf1)/s.test(ascii)) {
    throw new RefusedFile('Few browsers support HEIC. Save the photo as JPEG and try again.')
  }
  if (isOtherVideo(ascii)) throw unplayable('is in an old format')
  throw new RefusedFile(neitherImageNorVideo)
}

export function isDrawing(head: Buffer) {
  const ascii = head.toString('latin1')
  return !isRasterImage(ascii) && !isVideoContainer(ascii) && isSvg(head)
}

export async function readHead(file: FileHandle) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0)
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

const isOtherVideo = (ascii: string) =>
  /^RIFF....AVI /s.test(ascii) ||
  ascii.startsWith('FLV') ||
  ascii.startsWith('0&\xb2u') ||
  ascii.startsWith('\0\0\x01\xba') ||
  ascii.startsWith('\0\0\x01\xb3') ||
  (ascii[0] === 'G' && ascii[188] === 'G' && ascii[376] === 'G')

/** An svg element after only a byte order mark, white space, comments, an XML declaration and a document type. */
const isSvg = (head: Buffer) =>
  /^\uFEFF?\s*(<(\?xml|!--|!DOCTYPE svg)[\s\S]*)?<(svg:)?svg[\s>]/i.test(head.toString('utf8')) ||
  /^\uFEFF?\s*(<\?xml[^>]*>\s*)?<!DOCTYPE svg\b/i.test(head.toString('utf8'))
