import type { NoteChoice } from '#contract/detail-choices.ts'
import type { Tx } from '#server/db/connection.ts'
import { holdMembers, noteAvoiding } from './change-blocks.ts'

/** The profile before the member, as follows and deletions lock them. */
export async function chooseContentNotes(tx: Tx, memberId: string, choice: NoteChoice) {
  await tx.updateTable('profiles').set({ content_notes: choice }).where('user_id', '=', memberId).execute()
  await holdMembers(tx, [memberId])
  await noteAvoiding(tx, [memberId])
}
