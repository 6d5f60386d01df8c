import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import sharp from 'sharp'
import type { Config } from '#server/config/config.ts'
import { openDb } from '#server/db/connection.ts'
import { decodeTimes } from '#server/media/decode/decode-task.ts'
import { decodeFile } from '#server/media/decode-file.ts'
import { removeUnusedFiles } from '#server/media/remove-files.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'
import { median } from './figures.ts'
import type { MeasuredProcess } from './measured-process.ts'
import type { Finding } from './targets.ts'

type Trial = { pool: pg.Pool; config: Config; app: MeasuredProcess; cookie: string; reader: string }

const rounds = 5

/**
 * A photo of about 5 MB, sent as the site sends it: a resumable upload, then media made of it. The floor only decodes
 * the same file and writes its three sizes. What was made goes again.
 */
export async function tryUploading(trial: Trial): Promise<Finding[]> {
  const photo = await takePhoto()
  const { app } = trial
  const before = await app.usage()
  const [uploads, decodings]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    uploads.push(await timed(() => upload(app.port, trial.cookie, photo)))
    await removeUploads(trial)
    decodings.push(await timed(() => decode(trial.config, photo)))
  }
  const { cpuMs } = await app.usage()
  const [app50, floor50] = [median(uploads), median(decodings)]
  const size = `${(photo.length / 1024 / 1024).toFixed(1)} MB`
  return [
    { name: 'upload', title: `upload of a photo of ${size}`, value: app50, unit: 'ms' },
    {
      name: 'upload-floor',
      title: 'its floor: decoding it and writing its sizes',
      value: floor50,
      unit: 'ms',
    },
    { name: 'upload-ratio', title: 'floor over upload', value: floor50 / app50, unit: '', least: 0.6 },
    {
      name: 'upload-cpu',
      title: 'CPU of the app process per upload, decoding is in another',
      value: (cpuMs - before.cpuMs) / rounds,
      unit: 'ms',
    },
  ]
}

async function timed(work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Twelve megapixels with the grain of a film scan, which is what makes a photo large. */
async function takePhoto() {
  const grain = { type: 'gaussian', mean: 128, sigma: 32 } as const
  const noise = sharp({
    create: { width: 2000, height: 1500, channels: 3, background: 'gray', noise: grain },
  })
  const raw = await noise.png({ compressionLevel: 0 }).toBuffer()
  let photo = Buffer.alloc(0)
  for (let quality = 95; quality >= 40; quality -= 5) {
    photo = await sharp(raw).resize(4000, 3000).jpeg({ quality }).toBuffer()
    if (photo.length < 5.5 * 1024 * 1024) break
  }
  return photo
}

async function upload(port: number, cookie: string, photo: Buffer) {
  const site = `http://127.0.0.1:${port}`
  const tus = { cookie, 'tus-resumable': '1.0.0' }
  const type = Buffer.from('image/jpeg').toString('base64')
  const begun = await answered(`${site}/api/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(photo.length), 'upload-metadata': `filetype ${type}` },
  })
  const address = new URL(begun.headers.get('location') ?? '', site).href
  await answered(address, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(photo),
  })
  await answered(`${address}/media`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: '{}',
  })
}

async function answered(address: string, request: RequestInit) {
  const answer = await fetch(address, request)
  if (!answer.ok) throw new Error(`${request.method} ${address}: ${answer.status} ${await answer.text()}`)
  return answer
}

async function decode(config: Config, photo: Buffer) {
  const into = await mkdtemp(join(tmpdir(), 'bench-photo-'))
  try {
    const from = join(into, 'photo.jpg')
    await writeFile(from, photo)
    await decodeFile({ from, into, limits: { ...config, ...decodeTimes } }, console)
  } finally {
    await rm(into, { recursive: true, force: true })
  }
}

/** What the reader uploaded and never published. */
async function removeUploads({ pool, config, reader }: Pick<Trial, 'pool' | 'config' | 'reader'>) {
  const { rows } = await pool.query<{ hash: string }>(
    `delete from media m where owner_id = $1 and upload_id is not null
       and not exists (select from zine_pages p where p.media_id = m.id) returning hash`,
    [reader],
  )
  const storage = await openStorage(config)
  for (const { hash } of rows) await removeUnusedFiles({ db: openDb(pool), storage }, hash)
}
