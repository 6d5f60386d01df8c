import type { Tx } from '#server/db/connection.ts'
import { indexZines } from '#server/search/indexing.ts'
import { noteColumns } from '#server/zines/publish-zine.queries.ts'
import { writeZine } from '#server/zines/update-zine.queries.ts'
import { lockZineAndCreator } from './moderation.queries.ts'
import { type DecisionInput, type Outcome, saveDecision } from './save-decision.ts'

/** An empty note removes the current one. */
type NoteDecision = DecisionInput & { zineId: string; note: string }

/**
 * Sets a content note that covers the pages, also for a zine that is hidden or whose creator is suspended. Counts as an edit:
 * the zine gets a new version, so that a creator who is editing it cannot overwrite the note unseen.
 */
export async function changeContentNote(tx: Tx, { zineId, note, ...input }: NoteDecision): Promise<Outcome> {
  const zine = await lockZineAndCreator(tx, zineId)
  if (!zine) return 'absent'
  const columns = noteColumns(note ? { text: note, coversPages: true } : null)
  if (zine.contentNote === columns.content_note && zine.coversPages === columns.covers_pages) return 'already'
  await writeZine(tx, zineId, columns)
  await saveDecision(tx, {
    ...input,
    act: note ? 'content note set' : 'content note removed',
    memberId: zine.creatorId,
    zine,
    notes: { ...(note && { note }), ...(zine.contentNote !== null && { formerNote: zine.contentNote }) },
  })
  await indexZines(tx, [zineId])
  return 'done'
}
