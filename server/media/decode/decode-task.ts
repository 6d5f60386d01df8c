import { createHash } from 'node:crypto'
import type { VideoExtension } from '#contract/media-address.ts'
import type { FileKind } from './sniff.ts'

export type PixelsSize = { width: number; height: number }

/** `sha256` (hex) is of the sent file; `size` is for raw pixels. */
export type DecodeTask = {
  sha256?: string
  maxCpuMs: number
  needsPrint: boolean
  size?: PixelsSize
}

export type Decoded = {
  kind: 'image' | 'video'
  extension: 'webp' | VideoExtension
  /** The hash of the content. The names of `files` start with it until they are stored. */
  hash: string
  files: string[]
  byteSize: number
  width: number
  height: number
  placeholder: string
  /** The picture's perceptual hash; absent for a picture of nearly one colour. */
  perceptualHash?: string | undefined
  printWidth?: number
}

/** The sizes of images and videos are settings. Time limits are constants, which only tests change. */
export type DecodeLimits = {
  maxImageMb: number
  maxVideoMb: number
  svgMs: number
  imageMs: number
  videoMs: number
}

/** A drawing can take very long, so pictures that members wait for have priority. */
export const nicenessByKind: Record<FileKind, number> = {
  image: 10,
  video: 10,
  svg: 15,
}

export const decodeCpuLimits = { svgMs: 10_000, imageMs: 30_000, videoMs: 120_000 }

export const maxPixels = 50_000_000
/** Total of all frames of an animation. */
export const maxAnimatedPixels = 120_000_000
export const maxFrames = 600
/** WebP's limit for a side, in pixels. */
export const maxSide = 16_383
export const bytesPerMb = 1024 * 1024
export const maxSvgElements = 100_000
export const maxSvgDepth = 200

/** Half of a SHA-256 over all digests, video or print first: equal web pictures with different prints get different hashes. */
export function combineHashes(digests: Buffer[]) {
  const combined = createHash('sha256')
  for (const digest of digests) combined.update(digest)
  return combined.digest('hex').slice(0, 32)
}
