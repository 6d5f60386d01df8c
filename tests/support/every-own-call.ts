import { createHash, randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Decision } from '#contract/moderation.ts'
import { hideZine, restoreZine } from '#server/moderation/hide-zine.ts'
import { fixturePath } from '#tests/fixtures/fixture.ts'
import { fullShelf } from '#trials/bench/seed/full-shelf.ts'
import { twice, type World } from './every-call-world.ts'
import { addMedia, publishAs } from './library.ts'
import type { TestApp } from './test-app.ts'
import { beginProject, logMinutes } from './workspace.ts'

/** A member's calls about zines, shelves and projects, and the moderation that follows reports. */
export async function makeOwnCalls(world: World) {
  for (const calls of [favor, publish, work, useShelves, report, beDecidedOn]) await calls(world)
}

export const favor = ({ zineId, creatorId, me }: World) =>
  twice(async () => {
    await me.post('/api/favorites/zines', { zineId })
    await me.post('/api/favorites/creators', { creatorId })
  })

async function publish({ site, member, me, guest }: World) {
  const mediaFiles = await addMedia(site, member, ['image', 'image'])
  const words = { title: 'Fresh paper', description: 'About ink' }
  const body = { ...words, aspectRatio: '4:5', mediaFiles, mayPrint: true }
  const { id } = (await me.post<{ zine: { id: string } }>('/api/zines', body)).zine
  await me.post('/api/zines', body)
  await keepFile(site, mediaFiles[0] ?? '')
  const zine = `/api/zines/${id}`
  for (const caller of [guest, me]) await caller.get(`${zine}/pages/1/print.jpg`)
  await me.put(zine, { version: 1, title: 'Fresher paper' })
  const other = await addMedia(site, member, ['image'])
  for (const pages of [mediaFiles.slice(1), other]) {
    const { version } = (await guest.get<{ zine: { version: number } }>(zine)).zine
    await me.put(zine, { version, pages: pages.map((url) => ({ url })) })
  }
  await me.put(zine, { version: 1, title: 'Fresher paper' })
  await me.delete(zine)
}

async function keepFile({ dataDir, media }: TestApp, address: string) {
  const name = basename(address)
  const path = join(dataDir, name)
  await copyFile(fixturePath('wide.webp'), path)
  await media.storage.put(name, path)
}

async function work({ site, member, me }: World) {
  const { id, version } = await beginProject(site, member)
  const project = `/api/projects/${id}`
  await me.post('/api/projects', { id, title: 'Plans' })
  await me.get(project)
  await me.put(project, { notes: 'Fold', version })
  for (const path of [`${project}?brief=true`, project]) await me.put(path, { notes: 'Staple' })
  await me.getAll(`${project}/versions`, `${project}/versions/1`)
  await twice((time) => me.post(`${project}/versions/2/restore`, { version: 3 + time }))
  await me.put(`${project}/toggle-completion`, {})
  const session = { id: randomUUID(), projectId: id }
  await twice(() => logMinutes(site, member, session))
  await me.put(`/api/focus-sessions/${session.id}`, { duration: 20 })
  for (const path of [`/api/focus-sessions/${session.id}`, project]) await me.delete(path)
}

/** All calls about shelves, including a full one, and the random zine. */
async function useShelves({ site, member, zineId, creatorId, me, guest }: World) {
  const [full] = await site.sql<{ id: string }>(fullShelf, member.id)
  for (const caller of [guest, me]) {
    await caller.pages(`/api/shelves/${full?.id}`)
    for (const owner of [member.id, creatorId])
      await caller.getAll(...['', `?zineId=${zineId}`].map((query) => `/api/users/${owner}/shelves${query}`))
    await caller.getAll('/api/zines/surprise', '/surprise')
  }
  await guest.get(`/feeds/shelf/${full?.id}.atom`)
  type Stands = { shelf: { id: string }; item: { id: string } }
  const { shelf } = await me.post<Stands>('/api/shelves', { title: 'Night' })
  const own = `/api/shelves/${shelf.id}`
  await me.put(own, { title: 'Day', visibility: 'public' })
  for (const each of ['/api/shelves/to-read', own]) {
    const on = await me.put<Stands>(`${each}/zines/${zineId}`, {})
    const item = `/api/shelves/${on.shelf.id}/items/${on.item.id}`
    await me.put(item, { note: 'Loud' })
    await me.put(`${item}/place`, { before: null })
    for (const path of [`${each}/zines/${zineId}`, item]) await me.delete(path)
  }
  await me.delete(own)
}

/** The secret of a link in an email, and its hash. */
function linkTo(id: string) {
  const token = id.replaceAll('-', '').padEnd(43, 'A')
  return { token, hash: createHash('sha256').update(token).digest() }
}

/** Reports by a guest and a member, and all actions that the links in moderation emails offer. */
async function report({ site, zineId, creatorId, me, guest }: World) {
  for (const about of [{ zineId }, { creatorId }])
    for (const caller of [guest, me])
      await caller.post('/api/reports', { ...about, reason: 'hurts', words: 'Page 2' })
  for (const about of [zineId, null]) {
    const { token, hash } = linkTo(about ?? creatorId)
    await site.sql(
      `insert into report_letters (zine_id, creator_id, token_hash) values ($1, $2, $3)
       on conflict on constraint report_letters_daily do update set token_hash = $3, resolved_at = null`,
      ...[about, creatorId, hash],
    )
    await guest.post('/api/reports/letter', { token })
    await guest.post('/api/reports/letter/decide', { token, act: 'keep', reason: 'It is a map.' })
  }
}

/** How creators read a moderation decision and reply to it, signed in and through the link in an email. */
async function beDecidedOn({ site, member, own, me, guest }: World) {
  const { id, mediaUrls } = await publishAs(site, member, 'Paper to hide')
  const given = { zineId: id, reason: 'It shows a letter.', actor: 'operator' as const }
  for (const act of [hideZine, restoreZine, hideZine])
    await site.db.transaction().execute((tx) => act(tx, given))
  await site.media.withheld.refresh()
  await me.getAll(`/api/zines/${id}`, `${own}/hidden-zines`)
  await site.app.inject({ url: mediaUrls[0] ?? '', headers: { cookie: member.cookie } })
  const list = `${own}/decisions?limit=2`
  const listed = await me.get<{ decisions: Decision[]; nextCursor: string }>(list)
  await me.get(`${list}&cursor=${listed.nextCursor}`)
  const [first, second] = listed.decisions
  await twice(() => me.post(`/api/decisions/${first?.id}/reply`, { words: 'It is mine.' }))
  const { token, hash } = linkTo(second?.id ?? '')
  await site.sql('update decisions set token_hash = $1 where id = $2', hash, second?.id)
  await guest.post('/api/decisions/read', { token })
  await guest.post('/api/decisions/reply', { token, words: 'It is mine.' })
  await me.put(`/api/zines/${id}`, { version: 1, title: 'Paper that is hidden' })
  await me.delete(`/api/zines/${id}`)
}
