import { createHash } from 'node:crypto'
import type { Decision } from '#contract/moderation.ts'
import { hideZine, restoreZine } from '#server/moderation/hide-zine.ts'
import { callsOf, type World } from './calls-of.ts'
import { publishAs } from './library.ts'

/** What a maker sees of what was decided about them, and the one answer to it, signed in and by the link of a mail. */
export async function makeModerationCalls({ site, member }: World) {
  const { id, mediaUrls } = await publishAs(site, member, 'Paper to hide')
  const given = { zineId: id, reason: 'It shows a letter.', actor: 'operator' as const }
  for (const act of [hideZine, restoreZine, hideZine])
    await site.db.transaction().execute((tx) => act(tx, given))
  await site.media.withheld.refresh()
  const { get, post, put, del } = callsOf(site, member)
  await get(`zines/${id}`)
  await site.app.inject({ url: mediaUrls[0] ?? '', headers: { cookie: member.cookie } })
  await get(`users/${member.id}/hidden-zines`)
  const list = `users/${member.id}/decisions?limit=2`
  const { body } = await get<{ decisions: Decision[]; nextCursor: string }>(list)
  await get(`${list}&cursor=${body.nextCursor}`)

  const [first, second] = body.decisions
  for (let times = 0; times < 2; times++) await post(`decisions/${first?.id}/reply`, { words: 'It is mine.' })
  const token = (second?.id ?? '').replaceAll('-', '').padEnd(43, 'A')
  const hash = createHash('sha256').update(token).digest()
  await site.pool.query('update decisions set token_hash = $1 where id = $2', [hash, second?.id])
  const guest = callsOf(site)
  await guest.post('decisions/read', { token })
  await guest.post('decisions/reply', { token, words: 'It is mine.' })
  await put(`zines/${id}`, { version: 1, title: 'Paper that is hidden' })
  await del(`zines/${id}`)
}
