import { createHash } from 'node:crypto'
import type { UploadedMedia } from '#contract/media.ts'
import type { Member, TestApp } from './test-app.ts'

export const partHeaders = (offset: number) => ({
  ...{ 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
})

/**
 * The tus requests of a member's or guest's browser to the site at `address`. They need a real connection, because tus uses
 * the raw response.
 */
export function tusClient(address: string, as?: Member) {
  const headers = { 'tus-resumable': '1.0.0', ...(as && { cookie: as.cookie }) }
  const ask = (method: string, path: string, more: Record<string, string> = {}, body?: Buffer) =>
    fetch(address + path, {
      ...{ method, headers: { ...headers, ...more } },
      ...(body && { body: new Uint8Array(body) }),
    })
  const create = (size: number, more: Record<string, string> = {}) =>
    ask('POST', '/api/uploads', { 'upload-length': String(size), ...more })
  return {
    headers,
    ask,
    create,
    /** Returns the path of the upload. */
    async begin(size: number) {
      const begun = await create(size)
      if (begun.status !== 201)
        throw new Error(`An upload was answered ${begun.status}: ${await begun.text()}`)
      return begun.headers.get('location') ?? ''
    },
    send: (path: string, offset: number, bytes: Buffer) => ask('PATCH', path, partHeaders(offset), bytes),
    remove: (path: string) => ask('DELETE', path),
    look: (path: string) => ask('HEAD', path),
    /** The number of received bytes, or the status code of a response without an offset. */
    async offsetOf(path: string) {
      const { status, headers } = await ask('HEAD', path)
      return status === 200 ? Number(headers.get('upload-offset')) : status
    },
  }
}

/** Uploads a whole file. Returns the path of the upload. */
export async function sendUpload(address: string, as: Member, bytes: Buffer) {
  const { begin, send } = tusClient(address, as)
  const path = await begin(bytes.length)
  const sent = await send(path, 0, bytes)
  if (sent.status !== 204) throw new Error(`An upload was answered ${sent.status}: ${await sent.text()}`)
  return path
}

/** Creates media from an upload. With `bytes`, sends their checksum, as browsers do if they can. */
export const ingestUpload = (site: TestApp, as: Member, path: string, bytes?: Buffer) =>
  site.call<UploadedMedia & { error: string; code: string }>({
    ...{ method: 'POST', path: `${path}/media`, as },
    body: bytes ? { sha256: createHash('sha256').update(bytes).digest('hex') } : {},
  })
