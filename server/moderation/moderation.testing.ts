import { expect } from 'vitest'
import type { Tx } from '#server/db/connection.ts'
import { indexZinesOf } from '#server/search/rebuild.ts'
import { rowProblems } from '#tests/support/integrity-check.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { changeContentNote } from './change-content-note.ts'
import { hideZine, removeZine, restoreZine } from './hide-zine.ts'
import { removeMember, restoreMember, suspendMember } from './suspend-member.ts'
import { updateVisibility } from './update-visibility.ts'

export const decisionInput = { reason: 'It shows a letter.', actor: 'operator' as const }

export const hidingZine = (zineId: string) => (tx: Tx) => hideZine(tx, { zineId, ...decisionInput })
export const changingNote = (zineId: string, note: string) => (tx: Tx) =>
  changeContentNote(tx, { zineId, note, ...decisionInput })
export const suspendingMember = (userId: string) => (tx: Tx) => suspendMember(tx, { userId, ...decisionInput })

export function operatorActions(site: TestApp) {
  const inTransaction = <Outcome>(action: (tx: Tx) => Promise<Outcome>) => site.db.transaction().execute(action)
  return {
    inTransaction,
    hide: (zineId: string) => inTransaction(hidingZine(zineId)),
    restore: (zineId: string) => inTransaction((tx) => restoreZine(tx, { zineId, ...decisionInput })),
    remove: (zineId: string) => inTransaction((tx) => removeZine(tx, { zineId, ...decisionInput })),
    changeNote: (zineId: string, note: string) => inTransaction(changingNote(zineId, note)),
    suspend: (userId: string) => inTransaction(suspendingMember(userId)),
    restoreMember: (userId: string) => inTransaction((tx) => restoreMember(tx, { userId, ...decisionInput })),
    removeMember: (userId: string) => inTransaction((tx) => removeMember(tx, { userId, ...decisionInput })),
    /** Does the work of the jobs that follow an act on a member. */
    async settle(userId: string) {
      await updateVisibility(site.db, userId)
      await indexZinesOf(site.db, userId)
    },
    expectNoFaults: async () => expect(await rowProblems(site.pool)).toEqual([]),
  }
}
