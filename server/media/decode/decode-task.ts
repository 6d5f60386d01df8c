import type { VideoExtension } from '#contract/media-address.ts'

/** `sha256`, in hex, is of the file as its sender has it. `only` refuses the other kind. */
export type Task = { from: string; into: string; sha256?: string; only?: 'image'; limits: DecodeLimits }

/** `files` are the names of what was written, under which it is to be served. */
export type Decoded = {
  kind: 'image' | 'video'
  extension: 'webp' | VideoExtension
  hash: string
  files: string[]
  byteSize: number
  width: number
  height: number
  placeholder: string
}

export type Outcome = { decoded: Decoded } | { refused: string } | { full: true }

/** The sizes are settings; how long decoding may take is fixed, except for tests. */
type DecodeLimits = { maxImageMb: number; maxVideoMb: number; imageMs: number; videoMs: number }

export const decodeTimes = { imageMs: 30_000, videoMs: 120_000 }

export const mostPixels = 50_000_000
/** Of all frames of an animation together. */
export const mostAnimatedPixels = 120_000_000
export const mostFrames = 600
/** WebP holds no side longer than this. */
export const longestSide = 16_383
export const bytesPerMb = 1024 * 1024
export const mostSvgElements = 100_000
export const mostSvgDepth = 200
