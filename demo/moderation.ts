import { hideZine } from '#server/moderation/hide-zine.ts'
import { addZine, type Site } from './add-zine.ts'
import { type Member, post } from './api-calls.ts'
import { type DemoZine, loadLibrary } from './library/library.ts'

/** Adds one report about a zine and hides one of the demo member's zines. A second run adds nothing. */
export async function addModerationExamples(site: Site, demo: Member) {
  await reportZine(site)
  await hideOwnZine(site, demo)
}

const exampleReport = {
  title: 'An Atlas of Benches',
  reason: 'private',
  words:
    'Bench 22 is right outside my front door, and everyone around here knows it. Please take out at least that page.',
}

async function reportZine({ app, db }: Site) {
  const { title, ...report } = exampleReport
  const zine = await db.selectFrom('zines').select('id').where('title', '=', title).executeTakeFirst()
  if (!zine) return
  const existing = db.selectFrom('reports').select('id').where('title', '=', title)
  if (await existing.executeTakeFirst()) return
  await post(app, { path: '/api/reports', body: { zineId: zine.id, ...report } })
}

const reason =
  'The person in the window on page 2 did not agree to be in this zine. Remove that page and we can show it again.'

/** Publishes two pages of the demo member's draft, then hides them. */
async function hideOwnZine(site: Site, demo: Member) {
  const [draft] = loadLibrary().drafts
  if (!draft) return
  const zine: DemoZine = {
    ...draft,
    title: 'Lamps Left On: A Preview',
    description: 'The cover and the first lamp, while I draw the rest.',
    pages: draft.pages.slice(0, 2),
  }
  await addZine(site, { zine, date: new Date(Date.now() - 9 * 86_400_000), member: demo })
  const added = await site.db
    .selectFrom('zines')
    .leftJoin('decisions', 'decisions.zine_id', 'zines.id')
    .select(['zines.id', 'decisions.id as decisionId'])
    .where('creator_id', '=', demo.id)
    .where('zines.title', '=', zine.title)
    .executeTakeFirst()
  if (!added || added.decisionId) return
  await site.db.transaction().execute((tx) => hideZine(tx, { zineId: added.id, reason, actor: 'operator' }))
}
