import type { Member, TestApp } from './test-app.ts'

/**
 * Sends a whole file through tus to a site that listens at `address`: tus answers on the raw response, which only a real
 * connection has. Answers the path of the upload.
 */
export async function sendUpload(address: string, as: Member, bytes: Buffer) {
  const headers = { 'tus-resumable': '1.0.0', cookie: as.cookie }
  const length = { 'upload-length': String(bytes.length) }
  const begun = await fetch(`${address}/api/uploads`, { method: 'POST', headers: { ...headers, ...length } })
  const path = begun.headers.get('location') ?? ''
  const chunk = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  const body = new Uint8Array(bytes)
  const sent = await fetch(address + path, { method: 'PATCH', headers: { ...headers, ...chunk }, body })
  if (sent.status !== 204) throw new Error(`An upload was answered ${sent.status}: ${await sent.text()}`)
  return path
}

/** Where a site listens, from now on if it did not. */
export async function listening({ app }: TestApp) {
  const there = app.server.address()
  const isThere = there && typeof there === 'object'
  return isThere ? `http://127.0.0.1:${there.port}` : app.listen({ port: 0, host: '127.0.0.1' })
}
