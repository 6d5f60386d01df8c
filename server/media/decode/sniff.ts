import type { FileHandle } from 'node:fs/promises'
import { refusedFormats } from '#contract/media-formats.ts'
import { animatedMessage, notMediaMessage, RejectedFileError } from './file-errors.ts'
import { hasSvgRoot } from './svg-header.ts'

export const headerLength = 4096

export type FileKind = 'image' | 'svg' | 'video'

export const sniffKind = async (file: FileHandle) => detectKind(await readHeader(file))

export function detectKind(header: Buffer): FileKind {
  const ascii = header.toString('latin1')
  if (/^....ftyp(avis|msf1....(....){0,8}?avis)/s.test(ascii)) throw new RejectedFileError(animatedMessage('AVIF'))
  if (isRasterImage(ascii)) return 'image'
  const refused = refusedFormats.find(({ signature }) => signature.test(ascii))
  if (refused) throw new RejectedFileError(refused.message)
  if (isVideoContainer(ascii)) return 'video'
  if (isSvgFile(header)) return 'svg'
  throw new RejectedFileError(notMediaMessage)
}

export function isSvgFile(header: Buffer) {
  const ascii = header.toString('latin1')
  return !isRasterImage(ascii) && !isVideoContainer(ascii) && hasSvgRoot(header, header.length < headerLength)
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
  isAvif(ascii) ||
  isTiff(ascii)

/** AVIF may state `mif1` as its major brand and `avif` among the following brands. */
const isAvif = (ascii: string) =>
  /^....ftypavi[fs]/s.test(ascii) || /^....ftyp(mif1|msf1)....(....){0,8}?avi[fs]/s.test(ascii)

/** Raw photos of Canon begin like TIFF. */
const isTiff = (ascii: string) => /^(II[*+]\0(?!....CR)|MM\0[*+])/s.test(ascii)

const isVideoContainer = (ascii: string) =>
  /^....(ftyp(?!hei|hev|mif1|msf1)|moov|mdat|wide|free|skip|pnot)/s.test(ascii) ||
  ascii.startsWith('\x1aE\xdf\xa3') ||
  ascii.startsWith('OggS')
