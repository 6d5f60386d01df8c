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
type S3rverStore = {
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
  store: S3rverStore
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
  maxListed = 1000,
}: {
  directory: string
  port?: number
  /** The most multipart uploads that one response lists. */
  maxListed?: number
}) {
  const Server = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver
  const bucket = 'zines'
  const options = { address: '127.0.0.1', port, directory }
  const server = new Server({
    ...options,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  writeBeforeResponding(server.store)
  server.middleware.unshift(multipartEndpoints(server.store, maxListed))
  const { port: boundPort } = await server.run()
  const endpoint = `http://127.0.0.1:${boundPort}`
  const s3: NonNullable<Config['s3']> = {
    bucket,
    endpoint,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  /** Settings of a site that stores its media on this server. */
  const settings = {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  return { s3, settings, port: boundPort, close: () => server.close() }
}

function writeBeforeResponding(store: S3rverStore) {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const target = store.getResourcePath(bucket, key, 'object')
    const written = await write(store, content)
    await mkdir(dirname(target), { recursive: true })
    await store.putMetadata(bucket, key, metadata, written.md5)
    await rename(written.path, target)
    return written
  }
  store.putPart = async (bucket, upload, part, content) => {
    const target = join(store.getResourcePath(bucket, undefined, 'uploads'), upload, part)
    const written = await write(store, content)
    await writeFile(`${target}.md5`, written.md5)
    await rename(written.path, target)
    return written
  }
  // s3rver's own version also removes an empty folder, even while another request stores an object in it.
  store.deleteObject = async (bucket, key) => {
    const names = ['object', 'object.md5', 'metadata.json']
    await Promise.all(names.map((name) => rm(store.getResourcePath(bucket, key, name), { force: true })))
  }
}

/** Writes next to the objects first, so that incomplete objects are not visible. */
async function write({ rootDirectory }: S3rverStore, content: Content) {
  const path = join(rootDirectory, `.${randomUUID()}`)
  const hash = createHash('md5')
  let size = 0
  const counting = new PassThrough()
  counting.on('data', (bytes: Buffer) => {
    hash.update(bytes)
    size += bytes.length
  })
  try {
    await pipeline(Readable.from(Buffer.isBuffer(content) ? [content] : content), counting, createWriteStream(path))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { path, size, md5: hash.digest('hex') }
}

/** The calls for multipart uploads that s3rver lacks. */
function multipartEndpoints(store: S3rverStore, maxListed: number): Middleware {
  return async (context, next) => {
    const { method, path, query } = context
    const [bucket = '', ...keys] = decodeURIComponent(path.slice(1)).split('/')
    const uploads = store.getResourcePath(bucket, undefined, 'uploads')
    if (method === 'GET' && query.uploads !== undefined)
      return respond(context, await listUploads(uploads, query, maxListed))
    if (query.uploadId === undefined) return next()
    const folder = join(uploads, query.uploadId.replace(/[^0-9a-f]/g, ''))
    if (!(await exists(folder))) return respondNoSuchUpload(context, query.uploadId)
    if (method === 'DELETE') {
      await rm(folder, { recursive: true })
      context.status = 204
      return
    }
    const upload = { bucket, key: keys.join('/'), uploadId: query.uploadId }
    return method === 'GET' ? respond(context, await listParts(folder, upload)) : next()
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

function respond(context: Context, xml: string) {
  context.type = 'application/xml'
  context.body = `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`
}

/** Reads the whole request first, because clients read the response only after they have sent everything. */
async function respondNoSuchUpload(context: Context, uploadId: string) {
  for await (const _ of context.req);
  context.status = 404
  respond(context, `<Error><Code>NoSuchUpload</Code><UploadId>${escapeXml(uploadId)}</UploadId></Error>`)
}

const escapeXml = (text: string) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

async function listParts(folder: string, { bucket, key, uploadId }: Record<'bucket' | 'key' | 'uploadId', string>) {
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
  const uploadXml = `<Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><UploadId>${uploadId}</UploadId>`
  return `<ListPartsResult>${uploadXml}<IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`
}

async function listUploads(
  uploads: string,
  { prefix = '', 'key-marker': key = '', 'upload-id-marker': id = '' }: Record<string, string>,
  maxListed: number,
) {
  const pendingUploads = (
    await Promise.all((await readdir(uploads).catch(() => [])).map((id) => readPendingUpload(uploads, id)))
  )
    .filter((each) => each.key.startsWith(prefix))
    .toSorted((a, b) => (a.key + a.id < b.key + b.id ? -1 : 1))
    .filter((each) => each.key > key || (each.key === key && each.id > id))
  const last = pendingUploads.length > maxListed ? pendingUploads[maxListed - 1] : undefined
  const next =
    last && `<NextKeyMarker>${escapeXml(last.key)}</NextKeyMarker><NextUploadIdMarker>${last.id}</NextUploadIdMarker>`
  const listed = pendingUploads
    .slice(0, maxListed)
    .map(
      ({ key, id, since }) =>
        `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId><Initiated>${since}</Initiated></Upload>`,
    )
  return `<ListMultipartUploadsResult><IsTruncated>${Boolean(next)}</IsTruncated>${next ?? ''}${listed.join('')}</ListMultipartUploadsResult>`
}

async function readPendingUpload(uploads: string, id: string) {
  const path = join(uploads, id, 'key')
  const [key, { mtime }] = [await readFile(path, 'utf8'), await stat(path)]
  return { key, id, since: mtime.toISOString() }
}
