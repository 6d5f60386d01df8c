import type * as contract from '#contract/publishing.ts'
import type { OpenZine } from '#contract/zines.ts'
import { ApiError, call } from '#web/api/call.ts'
import { changeOf, mergedEdit, textOf, type ZineEdit } from './zine-edit.ts'

const updateZine = call<typeof contract.updateZine>('PUT', '/api/zines/:id')

type Which = { zineId: string; userId: string }

/** The zine as it is now: with the change, or where the same was changed elsewhere, without it. */
export type Sent = { is: 'saved' | 'changed'; zine: OpenZine }

/** How often a change is made anew on what was changed elsewhere, before that is somebody's to settle. */
const mostTries = 4

/**
 * Saves a change on the version it was made from. When something else was changed elsewhere meanwhile, both changes stand;
 * when it was the same, nothing is written.
 */
export async function sendEdit(which: Which, edit: ZineEdit, tries = mostTries): Promise<Sent> {
  const { zineId, userId } = which
  try {
    const { zine } = await updateZine({ params: { id: zineId }, body: { ...changeOf(edit), userId } })
    return { is: 'saved', zine }
  } catch (error) {
    const zine = error instanceof ApiError ? error.zine : undefined
    if (!zine) throw error
    const merged = mergedEdit(edit, textOf(zine))
    return merged && tries > 1 ? sendEdit(which, merged, tries - 1) : { is: 'changed', zine }
  }
}
