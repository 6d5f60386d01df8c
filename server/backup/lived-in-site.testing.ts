import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { hashOfAddress } from '#contract/media-address.ts'
import { beginDraft } from '#tests/support/drafts.ts'
import { addMedia } from '#tests/support/library.ts'
import type { Member, TestApp } from '#tests/support/test-app.ts'
import { beginProject, logMinutes } from '#tests/support/workspace.ts'

/** Stores distinguishable media files as the pipeline would, without decoding. */
export async function keepFiles(site: TestApp, address: string, endings?: string[]) {
  const hash = hashOfAddress(address) ?? ''
  const pictures = ['-400.webp', '-800.webp', '-1600.webp']
  const all = endings ?? (address.endsWith('.webp') ? pictures : [...pictures, address.slice(-4)])
  for (const ending of all) {
    const path = join(site.dataDir, `${hash}${ending}`)
    await writeFile(path, randomBytes(500))
    await site.media.storage.put(hash + ending, path)
  }
}

export async function publishWhole(
  site: TestApp,
  as: Member,
  title: string,
  kinds: ('image' | 'video')[] = ['image'],
) {
  const mediaFiles = await addMedia(site, as, kinds)
  for (const address of mediaFiles) await keepFiles(site, address)
  const body = { title, aspectRatio: '4:5', mediaFiles }
  const answer = await site.call<{ zine: { id: string } }>({ method: 'POST', path: '/api/zines', body, as })
  expect(answer.status, answer.text).toBe(201)
  return { id: answer.body.zine.id, mediaFiles }
}

export async function scheduleWhole(site: TestApp, as: Member, title: string, publishAt: Date) {
  const [url = ''] = await addMedia(site, as, ['image'])
  await keepFiles(site, url)
  const { id, version } = await beginDraft(site, as, { title, pages: [{ url }] })
  const body = { version, publishAt: publishAt.toISOString() }
  const answer = await site.call({ method: 'PUT', path: `/api/drafts/${id}/schedule`, body, as })
  expect(answer.status, answer.text).toBe(200)
  return id
}

export async function liveIn(site: TestApp) {
  const [ana, ben] = [await site.signUp('Ana'), await site.signUp('Ben')]
  const one = await publishWhole(site, ana, 'Noche \\ 夜\t“Moths” on paper \\N', ['image', 'image'])
  const two = await publishWhole(site, ben, 'Paper boats', ['video'])
  await site.call({ method: 'POST', path: '/api/favorites/zines', body: { zineId: one.id }, as: ben })
  await site.call({ method: 'POST', path: '/api/favorites/creators', body: { creatorId: ana.id }, as: ben })
  const shelf = await site.call<{ shelf: { id: string } }>({
    ...{ method: 'POST', path: '/api/shelves', body: { title: 'Boats', visibility: 'public' }, as: ana },
  })
  const shelfId = shelf.body.shelf.id
  for (const zineId of [two.id, one.id])
    await site.call({
      ...{ method: 'PUT', path: `/api/shelves/${shelfId}/zines/${zineId}`, as: ana },
      body: { note: 'Afloat', privateNote: 'Lent to Ben', after: null },
    })
  const { id: projectId } = await beginProject(site, ana, { title: 'Plans', notes: 'Fold\nstaple\\trim' })
  await logMinutes(site, ana, { projectId })
  await mkdir(join(site.dataDir, 'pages'))
  await writeFile(join(site.dataDir, 'pages', 'rules.md'), '# Be kind\n')
  await site.db.insertInto('announcements').values({ text: 'Closed on Friday.', until: null }).execute()
  const draftId = await scheduleWhole(site, ben, 'Not yet', new Date(Date.now() + 60 * 60_000))
  return { ana, ben, one, two, projectId, draftId, shelfId }
}
