import { createHash, randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Decision } from '#contract/moderation.ts'
import type { FullZine } from '#contract/zines.ts'
import { hideZine, restoreZine } from '#server/moderation/hide-zine.ts'
import { fixturePath } from '#tests/fixtures/fixture.ts'
import { type ApiCallContext, callTwice } from './api-call-context.ts'
import { fullShelf } from './full-shelf.ts'
import { addMedia, publishOnePage } from './library.ts'
import type { TestApp } from './test-app.ts'
import { createProject, logMinutes } from './workspace.ts'

/** A member's calls about zines, shelves and projects, and the moderation that follows reports. */
export async function callMemberEndpoints(context: ApiCallContext) {
  for (const makeCalls of [
    addFavorites,
    publish,
    publishVideo,
    callProjectEndpoints,
    callShelfEndpoints,
    subscribe,
    report,
    readDecisions,
  ])
    await makeCalls(context)
}

export const addFavorites = ({ zineId, creatorId, memberPath, asMember }: ApiCallContext) =>
  callTwice(async () => {
    await asMember.post('/api/favorites/zines', { zineId })
    await asMember.post('/api/favorites/creators', { creatorId })
    await asMember.put(`${memberPath}/followed-zines/seen`, { readAt: new Date() })
  })

async function publish({ site, member, asMember, asGuest }: ApiCallContext) {
  const mediaFiles = await addMedia(site, member, ['image', 'image'])
  const texts = { title: 'Fresh paper', description: 'About ink' }
  const body = { ...texts, aspectRatio: '4:5', mediaFiles, mayPrint: true }
  const { id } = (await asMember.post<{ zine: { id: string } }>('/api/zines', body)).zine
  await asMember.post('/api/zines', body)
  await storeFile(site, mediaFiles[0] ?? '')
  const zine = `/api/zines/${id}`
  for (const caller of [asGuest, asMember]) await caller.get(`${zine}/pages/1/print.jpg`)
  await asMember.get(`/api/media/${basename(mediaFiles[0] ?? '').slice(0, 32)}/print.jpg`)
  await asMember.put(zine, { version: 1, title: 'Fresher paper' })
  const otherPages = await addMedia(site, member, ['image'])
  for (const pages of [mediaFiles.slice(1), otherPages]) {
    const { version } = (await asGuest.get<{ zine: { version: number } }>(zine)).zine
    await asMember.put(zine, { version, pages: pages.map((url) => ({ url })) })
  }
  await asMember.put(zine, { version: 1, title: 'Fresher paper' })
  await asMember.delete(zine)
}

async function publishVideo({ site, member, asMember, asGuest }: ApiCallContext) {
  const [url = ''] = await addMedia(site, member, ['video'])
  const captions = [{ language: 'en', body: 'WEBVTT\n\n00:01.000 --> 00:02.000\nInk.\n' }]
  const body = { title: 'Moving ink', aspectRatio: '4:5', mediaFiles: [{ url, captions }] }
  const { id, pages } = (await asMember.post<{ zine: FullZine }>('/api/zines', body)).zine
  const path = pages[0]?.captions[0]?.url ?? ''
  for (const caller of [asGuest, asMember]) await caller.get(path)
  await asMember.put(`/api/zines/${id}`, { version: 1, pages: [{ url, altText: 'Ink' }] })
  await asMember.delete(`/api/zines/${id}`)
}

async function storeFile({ dataDir, media }: TestApp, address: string) {
  const name = basename(address)
  const path = join(dataDir, name)
  await copyFile(fixturePath('wide.webp'), path)
  await media.storage.put(name, path)
}

async function callProjectEndpoints({ site, member, asMember }: ApiCallContext) {
  const { id, version } = await createProject(site, member)
  const project = `/api/projects/${id}`
  await asMember.post('/api/projects', { id, title: 'Plans' })
  await asMember.get(project)
  await asMember.put(project, { notes: 'Fold', version })
  for (const path of [`${project}?brief=true`, project]) await asMember.put(path, { notes: 'Staple' })
  await asMember.getAll(`${project}/versions`, `${project}/versions/1`)
  await callTwice((run) => asMember.post(`${project}/versions/2/restore`, { version: 3 + run }))
  await asMember.put(`${project}/toggle-completion`, {})
  const session = { id: randomUUID(), projectId: id }
  await callTwice(() => logMinutes(site, member, session))
  await asMember.put(`/api/focus-sessions/${session.id}`, { duration: 20 })
  for (const path of [`/api/focus-sessions/${session.id}`, project]) await asMember.delete(path)
}

/** All calls about shelves, including a full one, and the random zine. */
async function callShelfEndpoints({ site, member, zineId, creatorId, asMember, asGuest }: ApiCallContext) {
  const [full] = await site.sql<{ id: string }>(fullShelf, member.id)
  for (const caller of [asGuest, asMember]) {
    await caller.getPages(`/api/shelves/${full?.id}`)
    for (const owner of [member.id, creatorId])
      await caller.getAll(...['', `?zineId=${zineId}`].map((query) => `/api/users/${owner}/shelves${query}`))
    await caller.getAll('/api/zines/surprise', '/surprise')
  }
  await asGuest.get(`/feeds/shelf/${full?.id}.atom`)
  type ShelfResponse = { shelf: { id: string }; item: { id: string } }
  const { shelf } = await asMember.post<ShelfResponse>('/api/shelves', { title: 'Night' })
  const shelfPath = `/api/shelves/${shelf.id}`
  await asMember.put(shelfPath, { title: 'Day', visibility: 'public' })
  for (const target of ['/api/shelves/to-read', shelfPath]) {
    const added = await asMember.put<ShelfResponse>(`${target}/zines/${zineId}`, {})
    const item = `/api/shelves/${added.shelf.id}/items/${added.item.id}`
    await asMember.put(item, { note: 'Loud' })
    await asMember.put(`${item}/place`, { before: null })
    for (const path of [`${target}/zines/${zineId}`, item]) await asMember.delete(path)
  }
  await asMember.delete(shelfPath)
}

/** A member's digest and private feed, and how programs use their addresses. */
async function subscribe({ site, member, memberPath, asMember, asGuest }: ApiCallContext) {
  await callTwice(() => asMember.put(`${memberPath}/digest`, { digest: 'daily' }))
  await asMember.post(`${memberPath}/following-feed`)
  const { feedUrl } = await asMember.get<{ feedUrl: string }>(`${memberPath}/following-feed`)
  await asMember.get(`${memberPath}/subscriptions`)
  await asGuest.get(feedUrl.replace(site.config.publicUrl, ''))
  await asMember.delete(`${memberPath}/following-feed`)
  const [row] = await site.sql('select unsubscribe_token as token from subscriptions where user_id = $1', member.id)
  await asGuest.get(`/api/digest/unsubscribe?token=${row.token}`)
  await callTwice(() => asGuest.post(`/api/digest/unsubscribe?token=${row.token}`))
}

/** The secret of a link in an email, and its hash. */
function createLinkToken(id: string) {
  const token = id.replaceAll('-', '').padEnd(43, 'A')
  return { token, hash: createHash('sha256').update(token).digest() }
}

/** Reports by a guest and a member, and all actions that the links in moderation emails offer. */
async function report({ site, zineId, creatorId, asMember, asGuest }: ApiCallContext) {
  for (const target of [{ zineId }, { creatorId }])
    for (const caller of [asGuest, asMember])
      await caller.post('/api/reports', { ...target, reason: 'hurts', words: 'Page 2' })
  for (const zineOrNull of [zineId, null]) {
    const { token, hash } = createLinkToken(zineOrNull ?? creatorId)
    await site.sql(
      `insert into moderation_emails (zine_id, creator_id, token_hash) values ($1, $2, $3)
       on conflict on constraint moderation_emails_daily do update set token_hash = $3, resolved_at = null`,
      zineOrNull,
      creatorId,
      hash,
    )
    await asGuest.post('/api/reports/email', { token })
    await asGuest.post('/api/reports/email/decide', { token, act: 'keep', reason: 'It is a map.' })
  }
}

/** How creators read a moderation decision and reply to it, signed in and through the link in an email. */
async function readDecisions({ site, member, memberPath, asMember, asGuest }: ApiCallContext) {
  const { id, mediaUrls } = await publishOnePage(site, member, 'Paper to hide')
  const decision = { zineId: id, reason: 'It shows a letter.', actor: 'operator' as const }
  for (const decide of [hideZine, restoreZine, hideZine])
    await site.db.transaction().execute((tx) => decide(tx, decision))
  await site.media.restricted.refresh()
  await asMember.getAll(`/api/zines/${id}`, `${memberPath}/hidden-zines`)
  await site.app.inject({ url: mediaUrls[0] ?? '', headers: { cookie: member.cookie } })
  const list = `${memberPath}/decisions?limit=2`
  const page = await asMember.get<{ decisions: Decision[]; nextCursor: string }>(list)
  await asMember.get(`${list}&cursor=${page.nextCursor}`)
  const [newest, previous] = page.decisions
  await callTwice(() => asMember.post(`/api/decisions/${newest?.id}/reply`, { words: 'It is mine.' }))
  const { token, hash } = createLinkToken(previous?.id ?? '')
  await site.sql('update decisions set token_hash = $1 where id = $2', hash, previous?.id)
  await asGuest.post('/api/decisions/read', { token })
  await asGuest.post('/api/decisions/reply', { token, words: 'It is mine.' })
  await asMember.put(`/api/zines/${id}`, { version: 1, title: 'Paper that is hidden' })
  await asMember.delete(`/api/zines/${id}`)
}
