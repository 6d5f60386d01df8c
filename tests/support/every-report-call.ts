import { createHash } from 'node:crypto'
import type { Member, TestApp } from './test-app.ts'

type Place = { site: TestApp; member: Member; zineId: string; creatorId: string }

/** Reporting by a guest and a member, and everything that the links of letters lead to. */
export async function makeReportCalls({ site, member, zineId, creatorId }: Place) {
  const post = (path: string, body: object, as?: Member) =>
    site.call({ method: 'POST', path, body, ...(as && { as }) })
  for (const about of [{ zineId }, { creatorId }])
    for (const as of [undefined, member])
      await post('/api/reports', { ...about, reason: 'hurts', words: 'Page 2' }, as)
  for (const about of [{ zineId }, { zineId: null }]) {
    const token = await writeLetter(site, { ...about, creatorId })
    await post('/api/reports/letter', { token })
    await post('/api/reports/letter/decide', { token, act: 'keep', reason: 'It is a map.' })
  }
}

/** A letter whose links work, without the mail. */
async function writeLetter(
  site: TestApp,
  { zineId, creatorId }: { zineId: string | null; creatorId: string },
) {
  const token = (zineId ?? creatorId).replaceAll('-', '').padEnd(43, 'A')
  const hash = createHash('sha256').update(token).digest()
  await site.pool.query(
    `insert into report_letters (zine_id, creator_id, token_hash) values ($1, $2, $3)
     on conflict on constraint report_letters_daily do update set token_hash = $3, resolved_at = null`,
    [zineId, creatorId, hash],
  )
  return token
}
