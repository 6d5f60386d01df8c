import { createHash } from 'node:crypto'
import { callsOf, type World } from './calls-of.ts'

/** Reporting by a guest and a member, and everything that the links of letters lead to. */
export async function makeReportCalls({ site, member, zineId, creatorId }: World) {
  for (const about of [{ zineId }, { creatorId }])
    for (const as of [undefined, member])
      await callsOf(site, as).post('reports', { ...about, reason: 'hurts', words: 'Page 2' })
  for (const about of [zineId, null]) {
    // A letter whose links work, without the mail.
    const token = (about ?? creatorId).replaceAll('-', '').padEnd(43, 'A')
    await site.pool.query(
      `insert into report_letters (zine_id, creator_id, token_hash) values ($1, $2, $3)
       on conflict on constraint report_letters_daily do update set token_hash = $3, resolved_at = null`,
      [about, creatorId, createHash('sha256').update(token).digest()],
    )
    const { post } = callsOf(site)
    await post('reports/letter', { token })
    await post('reports/letter/decide', { token, act: 'keep', reason: 'It is a map.' })
  }
}
