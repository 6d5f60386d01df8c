import type { Tx } from '#server/db/connection.ts'
import { restrictZine } from '#server/media/restricted-media.ts'
import { indexZines, removeZinesFromIndex } from '#server/search/indexing.ts'
import { removeFromShelves } from '#server/shelves/remove-zines.ts'
import { deleteZine, uncountZine } from '#server/zines/delete-zine.queries.ts'
import { countZines, lockZineAndCreator, markHidden, markVisible } from './moderation.queries.ts'
import { auditDecision, type DecisionInput, type Outcome, saveDecision } from './save-decision.ts'

type ZineDecision = DecisionInput & { zineId: string }

/** Hides a zine from all but its creator: deletes its counter and its entries in the search index. */
export async function hideZine(tx: Tx, { zineId, ...input }: ZineDecision): Promise<Outcome> {
  const zine = await lockZineAndCreator(tx, zineId)
  if (!zine) return 'absent'
  if (zine.hiddenAt) return 'already'
  await markHidden(tx, zineId, input.reason)
  await uncountZine(tx, zineId, zine.creatorId)
  await restrictZine(tx, zineId)
  await saveDecision(tx, { ...input, act: 'zine hidden', memberId: zine.creatorId, zine })
  await removeZinesFromIndex(tx, [zineId])
  return 'done'
}

/** Shows a hidden zine with its current number of favorites, or once its suspended creator is restored. */
export async function restoreZine(tx: Tx, { zineId, ...input }: ZineDecision): Promise<Outcome> {
  const zine = await lockZineAndCreator(tx, zineId)
  if (!zine) return 'absent'
  if (!zine.hiddenAt) return 'already'
  await markVisible(tx, zineId)
  await countZines(tx, zine.creatorId, [zineId])
  await saveDecision(tx, { ...input, act: 'zine restored', memberId: zine.creatorId, zine })
  await indexZines(tx, [zineId])
  return 'done'
}

export async function removeZine(tx: Tx, { zineId, ...input }: ZineDecision): Promise<Outcome> {
  const zine = await lockZineAndCreator(tx, zineId)
  if (!zine) return 'absent'
  await saveDecision(tx, { ...input, act: 'zine removed', memberId: zine.creatorId, zine })
  await removeFromShelves(tx, [zineId])
  await deleteZine(tx, zineId, zine.creatorId)
  return 'done'
}

/** Leaves a zine unchanged. Notifies the creator only if there is a reason. */
export async function keepZine(tx: Tx, { zineId, ...input }: ZineDecision): Promise<Outcome> {
  const zine = await lockZineAndCreator(tx, zineId)
  if (!zine) return 'absent'
  const record = { ...input, act: 'zine kept' as const, memberId: zine.creatorId, zine }
  await (input.reason ? saveDecision(tx, record) : auditDecision(tx, record))
  return 'done'
}
