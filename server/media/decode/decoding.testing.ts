import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach } from 'vitest'
import { fixturePath } from '#tests/fixtures/fixture.ts'
import { decodeFile } from '../decode-file.ts'
import { decodeCpuLimits } from './decode-task.ts'

export const limits = { ...decodeCpuLimits, maxImageMb: 20, maxVideoMb: 200 }
export const silent = { warn: () => undefined }
export let outputFolder: string

export function setUpOutputFolder() {
  beforeEach(async () => {
    outputFolder = await mkdtemp(join(tmpdir(), 'decode-test-'))
  })
  afterEach(() => rm(outputFolder, { recursive: true }))
}

export const decode = (name: string, options = {}) =>
  decodeFile({ from: fixturePath(name), into: outputFolder, limits, ...options }, silent)

export async function decodeBytes(bytes: Buffer | string, options = {}) {
  const from = join(outputFolder, 'sent')
  await writeFile(from, bytes)
  return decodeFile({ from, into: outputFolder, limits, ...options }, silent)
}

export const readVariant = (hash: string, width: number) => readFile(join(outputFolder, `${hash}-${width}.webp`))

/** Decodes a PNG whose colours are numbers RRGGBBAA by pixel position. */
export async function decodePixels(width: number, height: number, getColour: (at: number) => number) {
  const data = Buffer.alloc(width * height * 4)
  for (let at = 0; at < width * height; at++) data.writeUInt32BE(getColour(at), at * 4)
  const from = join(outputFolder, `${width}.png`)
  await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(from)
  return decodeFile({ from, into: outputFolder, limits }, silent)
}

export async function quarterColours(webp: Buffer) {
  const { data, info } = await sharp(webp).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * 3
    return nearestPaint(data.subarray(start, start + 3))
  }
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)].join(' ')
}

const paints = { red: [192, 32, 64], green: [32, 160, 64], blue: [32, 64, 192], yellow: [224, 192, 32] }
const distance = (paint: number[], pixel: Uint8Array) =>
  Math.hypot(...paint.map((value, index) => value - (pixel[index] ?? 0)))
/** Print and video cannot reproduce every colour exactly, so the nearest paint counts. */
const nearestPaint = (pixel: Uint8Array) =>
  Object.entries(paints).toSorted(([, a], [, b]) => distance(a, pixel) - distance(b, pixel))[0]?.[0]

export const fromDataUrl = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
