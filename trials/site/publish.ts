import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { type Call, expectOk, parseJson } from './client.ts'

/** A decoder prepares the picture. People see its progress and wait longer than for a page. */
const processingTimeoutMs = 15_000

const tus = { 'tus-resumable': '1.0.0' }
const bytesType = { 'content-type': 'application/offset+octet-stream' }

/** A small page, unique for numbers below 4,096. It has enough shades to also get a print version. */
export function testPicture(n: number) {
  const [width, height] = [240, 300]
  const first = [n & 15, (n >> 4) & 15, (n >> 8) & 15].map((part) => part * 16)
  const data = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at++) data.set(shade(first, Math.floor(at / width)), at * 3)
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

const shade = ([red = 0, green = 0, blue = 0]: number[], row: number) => [red + (row % 16), green + (row % 15), blue]

/** Starts a resumable upload. Returns its URL. */
export async function startUpload(call: Call, size: number) {
  const headers = { ...tus, 'upload-length': String(size) }
  const response = await expectOk(call('POST', '/api/uploads', { headers }))
  return new URL(response.headers.location ?? '', 'http://site').pathname
}

export const sendPart = (call: Call, address: string, bytes: Uint8Array, { offset = 0, timeoutMs = 10_000 } = {}) =>
  call('PATCH', address, {
    headers: { ...tus, ...bytesType, 'upload-offset': String(offset) },
    bytes,
    timeoutMs,
  })

/** Uploads a file as the site does and creates media from it. Returns the URL of the media. */
export async function uploadMedia(call: Call, file: Buffer, onStart: (address: string) => void = () => undefined) {
  const address = await startUpload(call, file.length)
  onStart(address)
  await expectOk(sendPart(call, address, file))
  const sha256 = createHash('sha256').update(file).digest('hex')
  const processed = call('POST', `${address}/media`, { body: { sha256 }, timeoutMs: processingTimeoutMs })
  return parseJson<{ url: string }>(await expectOk(processed)).url
}

export async function publish(call: Call, zine: { title: string; description?: string; mediaFiles: string[] }) {
  const response = await expectOk(call('POST', '/api/zines', { body: { aspectRatio: '4:5', ...zine } }))
  return parseJson<{ zine: { id: string } }>(response).zine.id
}
