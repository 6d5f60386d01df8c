import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#server/config/config.ts'

type Content = Buffer | Readable
type StoredObject = { bucket: string; key: string; content: Content; metadata: object }
type Files = {
  rootDirectory: string
  getResourcePath(bucket: string, key: string | undefined, resource: string): string
  putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
  putObject(object: StoredObject): Promise<object>
  deleteObject(bucket: string, key: string): Promise<void>
  putPart(bucket: string, upload: string, part: string, content: Content): Promise<object>
}
type Context = {
  method: string
  path: string
  query: Record<string, string>
  req: Readable
  status: number
  type: string
  body: unknown
}
type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>
type S3rver = {
  store: Files
  middleware: Middleware[]
  run(): Promise<{ port: number }>
  close(): Promise<void>
}

/**
 * A local S3-compatible server whose objects are files under `directory`. It extends s3rver, which can neither list parts or
 * uploads nor abort an upload, and which confirms a write before the object is stored.
 */
export async function startS3Server({
  directory,
  port = 0,
  mostListed = 1000,
}: {
  directory: string
  port?: number
  /** The most multipart uploads that one response lists. */
  mostListed?: number
}) {
  const Server = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver
  const bucket = 'zines'
  const place = { address: '127.0.0.1', port, directory }
  const server = new Server({
    ...place,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  writeBeforeAnswering(server.store)
  server.middleware.unshift(openUploads(server.store, mostListed))
  const { port: taken } = await server.run()
  const endpoint = `http://127.0.0.1:${taken}`
  const s3: NonNullable<Config['s3']> = {
    ...{ bucket, endpoint, region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  }
  /** Settings of a site that stores its media on this server. */
  const settings = {
    ...{ S3_BUCKET: bucket, S3_ENDPOINT: endpoint },
    ...{ S3_ACCESS_KEY_ID: s3.accessKeyId, S3_SECRET_ACCESS_KEY: s3.secretAccessKey },
  }
  return { s3, settings, port: taken, close: () => server.close() }
}

function writeBeforeAnswering(store: Files) {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const place = store.getResourcePath(bucket, key, 'object')
    const written = await write(store, content)
    await mkdir(dirname(place), { recursive: true })
    await store.putMetadata(bucket, key, metadata, written.md5)
    await rename(written.path, place)
    return written
  }
  store.putPart = async (bucket, upload, part, content) => {
    const place = join(store.getResourcePath(bucket, undefined, 'uploads'), upload, part)
    const written = await write(store, content)
    await writeFile(`${place}.md5`, written.md5)
    await rename(written.path, place)
    return written
  }
  // s3rver's own version also removes an empty folder, even while another request stores an object in it.
  store.deleteObject = async (bucket, key) => {
    const names = ['object', 'object.md5', 'metadata.json']
    await Promise.all(names.map((name) => rm(store.getResourcePath(bucket, key, name), { force: true })))
  }
}

/** Writes next to the objects first, so that incomplete objects are not visible. */
async function write({ rootDirectory }: Files, content: Content) {
  const path = join(rootDirectory, `.${randomUUID()}`)
  const hash = createHash('md5')
  let size = 0
  const counting = new PassThrough()
  counting.on('data', (bytes: Buffer) => {
    hash.update(bytes)
    size += bytes.length
  })
  try {
    await pipeline(
      Readable.from(Buffer.isBuffer(content) ? [content] : content),
      counting,
      createWriteStream(path),
    )
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { path, size, md5: hash.digest('hex') }
}

/** The calls for multipart uploads that s3rver lacks. */
function openUploads(store: Files, mostListed: number): Middleware {
  return async (context, next) => {
    const { method, path, query } = context
    const [bucket = '', ...keys] = decodeURIComponent(path.slice(1)).split('/')
    const uploads = store.getResourcePath(bucket, undefined, 'uploads')
    if (method === 'GET' && query.uploads !== undefined)
      return answer(context, await listUploads(uploads, query, mostListed))
    if (query.uploadId === undefined) return next()
    const folder = join(uploads, query.uploadId.replace(/[^0-9a-f]/g, ''))
    if (!(await isThere(folder))) return refuse(context, query.uploadId)
    if (method === 'DELETE') {
      await rm(folder, { recursive: true })
      context.status = 204
      return
    }
    const named = { bucket, key: keys.join('/'), uploadId: query.uploadId }
    return method === 'GET' ? answer(context, await listParts(folder, named)) : next()
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

function answer(context: Context, xml: string) {
  context.type = 'application/xml'
  context.body = `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`
}

/** Reads the whole request first, because clients read the response only after they have sent everything. */
async function refuse(context: Context, uploadId: string) {
  for await (const _ of context.req);
  context.status = 404
  answer(context, `<Error><Code>NoSuchUpload</Code><UploadId>${escaped(uploadId)}</UploadId></Error>`)
}

const escaped = (text: string) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

async function listParts(
  folder: string,
  { bucket, key, uploadId }: Record<'bucket' | 'key' | 'uploadId', string>,
) {
  const numbers = (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number)
  const parts = await Promise.all(
    numbers
      .sort((a, b) => a - b)
      .map(async (number) => {
        const path = join(folder, String(number))
        const { size, mtime } = await stat(path)
        const md5 = await readFile(`${path}.md5`, 'utf8')
        return `<Part><PartNumber>${number}</PartNumber><ETag>"${md5}"</ETag><Size>${size}</Size><LastModified>${mtime.toISOString()}</LastModified></Part>`
      }),
  )
  const of = `<Bucket>${bucket}</Bucket><Key>${escaped(key)}</Key><UploadId>${uploadId}</UploadId>`
  return `<ListPartsResult>${of}<IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`
}

async function listUploads(
  uploads: string,
  { prefix = '', 'key-marker': key = '', 'upload-id-marker': id = '' }: Record<string, string>,
  most: number,
) {
  const begun = (
    await Promise.all((await readdir(uploads).catch(() => [])).map((id) => findBegun(uploads, id)))
  )
    .filter((each) => each.key.startsWith(prefix))
    .toSorted((one, other) => (one.key + one.id < other.key + other.id ? -1 : 1))
    .filter((each) => each.key > key || (each.key === key && each.id > id))
  const last = begun.length > most ? begun[most - 1] : undefined
  const next =
    last &&
    `<NextKeyMarker>${escaped(last.key)}</NextKeyMarker><NextUploadIdMarker>${last.id}</NextUploadIdMarker>`
  const listed = begun
    .slice(0, most)
    .map(
      ({ key, id, since }) =>
        `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId><Initiated>${since}</Initiated></Upload>`,
    )
  return `<ListMultipartUploadsResult><IsTruncated>${Boolean(next)}</IsTruncated>${next ?? ''}${listed.join('')}</ListMultipartUploadsResult>`
}

async function findBegun(uploads: string, id: string) {
  const path = join(uploads, id, 'key')
  const [key, { mtime }] = [await readFile(path, 'utf8'), await stat(path)]
  return { key, id, since: mtime.toISOString() }
}
