import { createHash } from 'node:crypto'
import type { Decision } from '#contract/moderation.ts'
import { hideZine, restoreZine } from '#server/moderation/hide-zine.ts'
import { publishAs } from './library.ts'
import type { Member, TestApp } from './test-app.ts'

type Place = { site: TestApp; member: Member }

/** What a maker sees of what was decided about them, and the one answer to it, signed in and by the link of a mail. */
export async function makeModerationCalls({ site, member }: Place) {
  const { id, mediaUrls } = await publishAs(site, member, 'Paper to hide')
  const given = { zineId: id, reason: 'It shows a letter.', actor: 'operator' as const }
  const decide = (act: typeof hideZine) => site.db.transaction().execute((tx) => act(tx, given))
  for (const act of [hideZine, restoreZine, hideZine]) await decide(act)
  await site.media.withheld.refresh()
  await site.call({ path: `/api/zines/${id}`, as: member })
  await site.app.inject({ url: mediaUrls[0] ?? '', headers: { cookie: member.cookie } })
  await site.call({ path: `/api/users/${member.id}/hidden-zines`, as: member })
  const list = `/api/users/${member.id}/decisions?limit=2`
  const { body } = await site.call<{ decisions: Decision[]; nextCursor: string }>({ path: list, as: member })
  await site.call({ path: `${list}&cursor=${body.nextCursor}`, as: member })
  await answer(site, member, body.decisions)
  for (const { method, body: change } of [
    { method: 'PUT' as const, body: { version: 1, title: 'Paper that is hidden' } },
    { method: 'DELETE' as const, body: undefined },
  ])
    await site.call({ method, path: `/api/zines/${id}`, body: change, as: member })
}

async function answer(site: TestApp, as: Member, [first, second]: Decision[]) {
  const post = (path: string, body: object, by?: Member) =>
    site.call({ method: 'POST', path: `/api/decisions/${path}`, body, ...(by && { as: by }) })
  for (let times = 0; times < 2; times++) await post(`${first?.id}/reply`, { words: 'It is mine.' }, as)
  const token = (second?.id ?? '').replaceAll('-', '').padEnd(43, 'A')
  const hash = createHash('sha256').update(token).digest()
  await site.pool.query('update decisions set token_hash = $1 where id = $2', [hash, second?.id])
  await post('read', { token })
  await post('reply', { token, words: 'It is mine.' })
}
