import type { VideoExtension } from '#contract/media-address.ts'
import type { DecodeLimits } from './limits.ts'

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
