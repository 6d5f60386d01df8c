import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type * as Mediabunny from 'mediabunny'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { pageFile } from '../../demo/library/library.ts'
import { readLibraryFile } from '../../demo/library/library-file.ts'
import { drawLampScene } from './lamp-scene.ts'

// Draws the flip book into the folder that is named, or into the demo's own. Chromium encodes it.

const SECONDS = 8
const FRAMES_PER_SECOND = 12
const WIDTH = 720
const HEIGHT = 900
const BITRATE = 1_350_000

/** Encoding needs a secure origin; nothing is ever asked of the network. */
const ORIGIN = 'https://flip-book.invalid'

async function drawFrames(title: string): Promise<Buffer[]> {
  const count = SECONDS * FRAMES_PER_SECOND
  const drawings = Array.from({ length: count }, (_, index) =>
    sharp(Buffer.from(drawLampScene(title, index / count)))
      .resize(WIDTH, HEIGHT)
      .png()
      .toBuffer(),
  )
  return Promise.all(drawings)
}

async function serveFrames(page: Page, frames: Buffer[]): Promise<void> {
  const encoder = await readFile(new URL('../../bundles/mediabunny.mjs', import.meta.resolve('mediabunny')))
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const frame = frames[Number(pathname.match(/^\/frames\/(\d+)$/)?.[1])]
    if (frame) await route.fulfill({ body: frame, contentType: 'image/png' })
    else if (pathname === '/encoder.js')
      await route.fulfill({ body: encoder, contentType: 'text/javascript' })
    else await route.fulfill({ body: '<!doctype html>', contentType: 'text/html' })
  })
  await page.goto(ORIGIN)
}

type Encoding = {
  encoder: string
  frames: number
  width: number
  height: number
  framesPerSecond: number
  bitrate: number
}

/** Runs in the page: draws the frames on a canvas one by one, and sends the finished MP4 to /video. */
async function encodeInPage({ encoder, frames, width, height, framesPerSecond, bitrate }: Encoding) {
  const { BufferTarget, CanvasSource, Mp4OutputFormat, Output }: typeof Mediabunny = await import(encoder)
  const canvas = new OffscreenCanvas(width, height)
  const source = new CanvasSource(canvas, { codec: 'avc', bitrate, keyFrameInterval: 4 })
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  output.addVideoTrack(source, { frameRate: framesPerSecond })
  await output.start()
  for (let index = 0; index < frames; index++) {
    const response = await fetch(`/frames/${index}`)
    const drawing = await createImageBitmap(await response.blob())
    canvas.getContext('2d')?.drawImage(drawing, 0, 0)
    await source.add(index / framesPerSecond, 1 / framesPerSecond)
  }
  await output.finalize()
  await fetch('/video', { method: 'PUT', body: target.buffer })
}

async function encode(frames: Buffer[]): Promise<Buffer> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    await serveFrames(page, frames)
    const [request] = await Promise.all([
      page.waitForRequest(`${ORIGIN}/video`),
      page.evaluate(encodeInPage, {
        encoder: '/encoder.js',
        frames: frames.length,
        width: WIDTH,
        height: HEIGHT,
        framesPerSecond: FRAMES_PER_SECOND,
        bitrate: BITRATE,
      }),
    ])
    const video = request.postDataBuffer()
    if (!video) throw new Error('Chromium sent no video')
    return video
  } finally {
    await browser.close()
  }
}

const folder = resolve(process.argv[2] ?? pageFile('.'))
await mkdir(folder, { recursive: true })
const [flipBook] = readLibraryFile().videos
if (!flipBook) throw new Error('library.json names no video')
sharp.concurrency(1)
const video = await encode(await drawFrames(flipBook.title))
await writeFile(join(folder, flipBook.file), video)
console.log(`${flipBook.file}, ${(video.length / 1e6).toFixed(2)} MB`)
