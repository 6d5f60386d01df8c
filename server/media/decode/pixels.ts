import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { imageWidths } from '#contract/media-address.ts'
import { longestSide } from './decode-task.ts'

/** A picture in memory, eight bits a channel. */
export type Pixels = { data: Buffer; info: OutputInfo }
export type Size = { width: number; height: number }

/** What the widest variant fits in, and what fills a sheet of A4 with 300 dots an inch. */
export const shownSize: Size = { width: imageWidths[2], height: longestSide }
export const printSize: Size = { width: 2480, height: 3508 }

export const pixelsOf = (picture: Sharp): Promise<Pixels> =>
  picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })

export const pictureOf = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels } })

export const inside = (size: Size) => ({ ...size, fit: 'inside', withoutEnlargement: true }) as const

/** By how much a picture is made larger or smaller to fill a size. */
export const scaleTo = (size: Size, { width, height }: Size) =>
  Math.min(size.width / width, size.height / height)
