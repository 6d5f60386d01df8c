import { randomBytes } from 'node:crypto'
import type { UploadedMedia } from '#contract/media.ts'
import { hashFromAddress, imageAddress, videoAddress } from '#contract/media-address.ts'
import type { FullZine } from '#contract/zines.ts'
import type { Member, TestApp } from './test-app.ts'

/**
 * Inserts media rows as the pipeline leaves them, without files, for tests about what happens afterwards.
 * Returns their URLs. With `sameAs`, the row is another upload of that content.
 */
export async function addMedia(site: TestApp, owner: Member, kinds: ('image' | 'video')[], sameAs?: string) {
  const urls: string[] = []
  for (const kind of kinds) {
    const hash = (sameAs && hashFromAddress(sameAs)) ?? randomBytes(16).toString('hex')
    const extension = kind === 'video' ? 'mp4' : 'webp'
    const size = { width: 800, height: 1000, placeholder: 'data:image/webp;base64,AAAA', byte_size: 1000 }
    await site.db
      .insertInto('media')
      .values({ owner_id: owner.id, kind, hash, extension, ...size })
      .execute()
    urls.push(kind === 'video' ? videoAddress(hash, 'mp4') : imageAddress(hash))
  }
  return urls
}

export const addImages = (site: TestApp, owner: Member, count: number) =>
  addMedia(site, owner, Array<'image'>(count).fill('image'))

export async function mediaExists(site: TestApp, urls: string[]) {
  const hashes = urls.map((url) => hashFromAddress(url) ?? '')
  const { rows } = await site.pool.query<{ hash: string }>('select hash from media where hash = any($1)', [hashes])
  return hashes.map((hash) => rows.some((row) => row.hash === hash))
}

type ZineInput = { title: string; mediaFiles: (string | { url: string; recipe?: object })[] } & Record<string, unknown>

export async function publishZine(site: TestApp, as: Member, zine: ZineInput) {
  const body = { aspectRatio: '4:5', ...zine }
  const response = await site.call<{ zine: FullZine }>({ method: 'POST', path: '/api/zines', body, as })
  if (response.status !== 201) throw new Error(`publishing failed: ${response.text}`)
  return response.body.zine
}

export const publishOnePage = async (site: TestApp, as: Member, title: string, description: string | null = null) =>
  publishZine(site, as, { title, description, mediaFiles: await addMedia(site, as, ['image']) })

export async function uploadPicture(site: TestApp, as: Member, bytes: Buffer) {
  const body = { base64String: bytes.toString('base64') }
  const answer = await site.post<UploadedMedia>('/api/upload-zine-media', body, as)
  if (answer.status !== 200) throw new Error(`an upload failed: ${answer.text}`)
  return answer.body
}
