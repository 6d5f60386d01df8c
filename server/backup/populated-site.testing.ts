import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { hashFromAddress } from '#contract/media-address.ts'
import { createDraft } from '#tests/support/drafts.ts'
import { addMedia } from '#tests/support/library.ts'
import type { Member, TestApp } from '#tests/support/test-app.ts'
import { createProject, logMinutes } from '#tests/support/workspace.ts'

/** Stores distinguishable media files as the pipeline would, without decoding. */
export async function storeMediaFiles(
  site: TestApp,
  address: string,
  { suffixes, bytes = 500 }: { suffixes?: string[]; bytes?: number } = {},
) {
  const hash = hashFromAddress(address) ?? ''
  const pictureSuffixes = ['-400.webp', '-800.webp', '-1600.webp']
  const allSuffixes =
    suffixes ?? (address.endsWith('.webp') ? pictureSuffixes : [...pictureSuffixes, address.slice(-4)])
  for (const suffix of allSuffixes) {
    const path = join(site.dataDir, `${hash}${suffix}`)
    await writeFile(path, randomBytes(bytes))
    await site.media.storage.put(hash + suffix, path)
  }
}

export async function publishWithFiles(
  site: TestApp,
  as: Member,
  title: string,
  kinds: ('image' | 'video')[] = ['image'],
) {
  const mediaFiles = await addMedia(site, as, kinds)
  for (const address of mediaFiles) await storeMediaFiles(site, address)
  const body = { title, aspectRatio: '4:5', mediaFiles }
  const response = await site.call<{ zine: { id: string } }>({ method: 'POST', path: '/api/zines', body, as })
  expect(response.status, response.text).toBe(201)
  return { id: response.body.zine.id, mediaFiles }
}

export async function scheduleWithFiles(site: TestApp, as: Member, title: string, publishAt: Date) {
  const [url = ''] = await addMedia(site, as, ['image'])
  await storeMediaFiles(site, url)
  const { id, version } = await createDraft(site, as, { title, pages: [{ url }] })
  const body = { version, publishAt: publishAt.toISOString() }
  const response = await site.call({ method: 'PUT', path: `/api/drafts/${id}/schedule`, body, as })
  expect(response.status, response.text).toBe(200)
  return id
}

export async function populateSite(site: TestApp) {
  const [ana, ben] = [await site.signUp('Ana'), await site.signUp('Ben')]
  const one = await publishWithFiles(site, ana, 'Noche \\ 夜\t“Moths” on paper \\N', ['image', 'image'])
  const two = await publishWithFiles(site, ben, 'Paper boats', ['video'])
  await site.call({ method: 'POST', path: '/api/favorites/zines', body: { zineId: one.id }, as: ben })
  await site.call({ method: 'POST', path: '/api/favorites/creators', body: { creatorId: ana.id }, as: ben })
  const shelf = await site.call<{ shelf: { id: string } }>({
    method: 'POST',
    path: '/api/shelves',
    body: { title: 'Boats', visibility: 'public' },
    as: ana,
  })
  const shelfId = shelf.body.shelf.id
  for (const zineId of [two.id, one.id])
    await site.call({
      method: 'PUT',
      path: `/api/shelves/${shelfId}/zines/${zineId}`,
      as: ana,
      body: { note: 'Afloat', privateNote: 'Lent to Ben', after: null },
    })
  const { id: projectId } = await createProject(site, ana, { title: 'Plans', notes: 'Fold\nstaple\\trim' })
  await logMinutes(site, ana, { projectId })
  await mkdir(join(site.dataDir, 'pages'))
  await writeFile(join(site.dataDir, 'pages', 'rules.md'), '# Be kind\n')
  await site.db.insertInto('announcements').values({ text: 'Closed on Friday.', until: null }).execute()
  const draftId = await scheduleWithFiles(site, ben, 'Not yet', new Date(Date.now() + 60 * 60_000))
  return { ana, ben, one, two, projectId, draftId, shelfId }
}
