import type { Tx } from '#server/db/connection.ts'
import { takeOffShelves } from '#server/db/shelf-lines.ts'
import { withholdZine } from '#server/media/withheld-media.ts'
import { forgetZines, indexZines } from '#server/search/indexing.ts'
import { deleteZine, uncountZine } from '#server/zines/delete-zine.queries.ts'
import { decide, type Given, noteDecision, type Outcome } from './decide.ts'
import { countZines, holdZine, markHidden, markShown } from './moderation.queries.ts'

type Act = Given & { zineId: string }

/** Hides a zine from all but its creator: deletes its counter and its entries in the search index. */
export async function hideZine(tx: Tx, { zineId, ...given }: Act): Promise<Outcome> {
  const zine = await holdZine(tx, zineId)
  if (!zine) return 'absent'
  if (zine.hiddenAt) return 'already'
  await markHidden(tx, zineId, given.reason)
  await uncountZine(tx, zineId, zine.creatorId)
  await withholdZine(tx, zineId)
  await decide(tx, { ...given, act: 'zine hidden', memberId: zine.creatorId, zine })
  await forgetZines(tx, [zineId])
  return 'done'
}

/** Shows a hidden zine with its current number of favorites, or once its suspended creator is restored. */
export async function restoreZine(tx: Tx, { zineId, ...given }: Act): Promise<Outcome> {
  const zine = await holdZine(tx, zineId)
  if (!zine) return 'absent'
  if (!zine.hiddenAt) return 'already'
  await markShown(tx, zineId)
  await countZines(tx, zine.creatorId, [zineId])
  await decide(tx, { ...given, act: 'zine restored', memberId: zine.creatorId, zine })
  await indexZines(tx, [zineId])
  return 'done'
}

export async function removeZine(tx: Tx, { zineId, ...given }: Act): Promise<Outcome> {
  const zine = await holdZine(tx, zineId)
  if (!zine) return 'absent'
  await decide(tx, { ...given, act: 'zine removed', memberId: zine.creatorId, zine })
  await takeOffShelves(tx, [zineId])
  await deleteZine(tx, zineId, zine.creatorId)
  return 'done'
}

/** Leaves a zine unchanged. Notifies the creator only if there is a reason. */
export async function keepZine(tx: Tx, { zineId, ...given }: Act): Promise<Outcome> {
  const zine = await holdZine(tx, zineId)
  if (!zine) return 'absent'
  const decided = { ...given, act: 'zine kept' as const, memberId: zine.creatorId, zine }
  await (given.reason ? decide(tx, decided) : noteDecision(tx, decided))
  return 'done'
}
