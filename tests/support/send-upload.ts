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
  const sendRequest = (method: string, path: string, extraHeaders: Record<string, string> = {}, body?: Buffer) =>
    fetch(address + path, {
      ...{ method, headers: { ...headers, ...extraHeaders } },
      ...(body && { body: new Uint8Array(body) }),
    })
  const create = (size: number, extraHeaders: Record<string, string> = {}) =>
    sendRequest('POST', '/api/uploads', { 'upload-length': String(size), ...extraHeaders })
  return {
    headers,
    sendRequest,
    create,
    /** Returns the path of the upload. */
    async start(size: number) {
      const response = await create(size)
      if (response.status !== 201)
        throw new Error(`An upload was answered ${response.status}: ${await response.text()}`)
      return response.headers.get('location') ?? ''
    },
    send: (path: string, offset: number, bytes: Buffer) => sendRequest('PATCH', path, partHeaders(offset), bytes),
    remove: (path: string) => sendRequest('DELETE', path),
    readStatus: (path: string) => sendRequest('HEAD', path),
    /** The number of received bytes, or the status code of a response without an offset. */
    async offsetOf(path: string) {
      const { status, headers } = await sendRequest('HEAD', path)
      return status === 200 ? Number(headers.get('upload-offset')) : status
    },
  }
}

/** Uploads a whole file. Returns the path of the upload. */
export async function sendUpload(address: string, as: Member, bytes: Buffer) {
  const { start, send } = tusClient(address, as)
  const path = await start(bytes.length)
  const response = await send(path, 0, bytes)
  if (response.status !== 204) throw new Error(`An upload was answered ${response.status}: ${await response.text()}`)
  return path
}

/** Creates media from an upload. With `bytes`, sends their checksum, as browsers do if they can. */
export const ingestUpload = (site: TestApp, as: Member, path: string, bytes?: Buffer) =>
  site.call<UploadedMedia & { error: string; code: string }>({
    ...{ method: 'POST', path: `${path}/media`, as },
    body: bytes ? { sha256: createHash('sha256').update(bytes).digest('hex') } : {},
  })
