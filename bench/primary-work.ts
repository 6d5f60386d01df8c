import type pg from 'pg'
import sharp from 'sharp'
import { imageAddress } from '#contract/media-address.ts'
import type { Config } from '#server/config/config.ts'
import { openDb } from '#server/db/connection.ts'
import { deleteZine } from '#server/zines/delete-zine.queries.ts'
import { httpRequest } from './http-request.ts'
import { load } from './load.ts'
import type { MeasuredProcess } from './measured-process.ts'
import type { Sample } from './sample.ts'
import { nth, type Scenario } from './scenario.ts'
import { randomFrom } from './seed/random.ts'
import { Writers } from './seed/texts.ts'
import { removeUploads, upload } from './upload-trial.ts'

export type Site = {
  pool: pg.Pool
  config: Config
  app: MeasuredProcess
  sample: Sample
  cookie: string
  token: string
}
/** Something to count the costs of: done a number of times. What was there for it before is made ready first. */
export type Work = {
  name: string
  title: string
  run(site: Site, times: number): Promise<void>
  before?(site: Site, times: number): Promise<void>
  after?(site: Site): Promise<void>
}

const atOnce = 4

export const ofScenario = ({ name, title, request, connections = atOnce, status = 200 }: Scenario): Work => ({
  name,
  title,
  run: async ({ app: { port }, sample, ...reader }, times) => {
    const ask = (n: number, own: number) => httpRequest(request(sample, n, own), reader)
    await load({ port, status, connections, pace: { requests: times }, request: ask })
  },
})

const pages = 4
const words = 200
const writers = new Writers(randomFrom(Date.now()))

/** Through the front door, the media being there already. */
export const publishing: Work = {
  name: 'publish',
  title: `a zine of ${words} words and ${pages} pages`,
  before: async ({ pool, sample }, times) => {
    for (let n = 0; n < times; n++)
      await pool.query(sameUploads, [nth(sample.fans, n).userId, hashesOf(sample)])
  },
  run: async ({ app: { port }, sample }, times) => {
    const hashes = hashesOf(sample)
    const bodies = Array.from({ length: times }, () => zineOf(hashes))
    let n = 0
    const next = () => {
      const { cookie } = nth(sample.fans, n)
      const body = bodies[n++]
      return httpRequest({ method: 'POST', path: '/api/zines', body, cookie }, { cookie, token: '' })
    }
    await load({ port, status: 201, connections: atOnce, pace: { requests: times }, request: next })
  },
  after: async ({ pool, sample }) => {
    const { rows } = await pool.query<{ id: string; creator_id: string }>(
      `select id, creator_id from zines where creator_id = any($1) and created_at > now() - interval '1 hour'`,
      [sample.fans.map(({ userId }) => userId)],
    )
    const db = openDb(pool)
    for (const { id, creator_id } of rows)
      await db.transaction().execute((tx) => deleteZine(tx, id, creator_id))
  },
}

const hashesOf = ({ images }: Sample) =>
  images.slice(0, pages).map(({ address }) => /[0-9a-f]{32}/.exec(address)?.[0] ?? '')

const sameUploads = `
  insert into media (owner_id, kind, hash, extension, width, height, placeholder, byte_size)
  select distinct on (hash) $1::uuid, kind, hash, extension, width, height, placeholder, byte_size
  from media where hash = any($2) order by hash, id`

function zineOf(hashes: string[]) {
  const write = writers.next()
  const mediaFiles = hashes.map((hash) => ({ url: imageAddress(hash), altText: write(8), transcript: '' }))
  return { title: write(4), description: write(words), aspectRatio: '1:1', mediaFiles }
}

/** As the site sends it, resumable; the picture is small, since decoding it is none of the database's work. */
export const uploading: Work = {
  name: 'upload',
  title: 'an upload of one picture',
  run: async ({ app: { port }, cookie }, times) => {
    for (let n = 0; n < times; n++) await upload(port, cookie, await smallPicture())
  },
  after: ({ pool, config, sample: { reader } }) => removeUploads({ pool, config, reader }),
}

const smallPicture = () =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer()
