import { createHash } from 'node:crypto'
import type { UploadedMedia } from '#contract/media.ts'
import type { Member, TestApp } from './test-app.ts'

/** The headers of a part of an upload. */
export const partHeaders = (offset: number) => ({
  ...{ 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
})

/**
 * What a member's browser, or a guest's, says in tus to a site that listens at `address`: tus answers on the raw response,
 * which only a real connection has.
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
    /** Answers the path of the upload. */
    async begin(size: number) {
      const begun = await create(size)
      if (begun.status !== 201)
        throw new Error(`An upload was answered ${begun.status}: ${await begun.text()}`)
      return begun.headers.get('location') ?? ''
    },
    send: (path: string, offset: number, bytes: Buffer) => ask('PATCH', path, partHeaders(offset), bytes),
    remove: (path: string) => ask('DELETE', path),
    look: (path: string) => ask('HEAD', path),
    /** How many bytes have come, or the status of an answer that does not say. */
    async offsetOf(path: string) {
      const { status, headers } = await ask('HEAD', path)
      return status === 200 ? Number(headers.get('upload-offset')) : status
    },
  }
}

/** Sends a whole file. Answers the path of the upload. */
export async function sendUpload(address: string, as: Member, bytes: Buffer) {
  const { begin, send } = tusClient(address, as)
  const path = await begin(bytes.length)
  const sent = await send(path, 0, bytes)
  if (sent.status !== 204) throw new Error(`An upload was answered ${sent.status}: ${await sent.text()}`)
  return path
}

/** Makes media of an upload; with its bytes, as browsers that can say what they sent do. */
export const ingestUpload = (site: TestApp, as: Member, path: string, bytes?: Buffer) =>
  site.call<UploadedMedia & { error: string; code: string }>({
    ...{ method: 'POST', path: `${path}/media`, as },
    body: bytes ? { sha256: createHash('sha256').update(bytes).digest('hex') } : {},
  })
