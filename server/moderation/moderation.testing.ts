import { expect } from 'vitest'
import type { Tx } from '#server/db/connection.ts'
import { indexZinesOf } from '#server/search/rebuild.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { rowFaults } from '#trials/crash/wholeness.ts'
import { hideZine, removeZine, restoreZine } from './hide-zine.ts'
import { showOrHide } from './show-or-hide-zines.ts'
import { removeMember, restoreMember, suspendMember } from './suspend-member.ts'

export const given = { reason: 'It shows a letter.', actor: 'operator' as const }

export const hides = (zineId: string) => (tx: Tx) => hideZine(tx, { zineId, ...given })
export const suspends = (userId: string) => (tx: Tx) => suspendMember(tx, { userId, ...given })

export function operatorsActs(site: TestApp) {
  const act = <Outcome>(does: (tx: Tx) => Promise<Outcome>) => site.db.transaction().execute(does)
  return {
    act,
    hide: (zineId: string) => act(hides(zineId)),
    restore: (zineId: string) => act((tx) => restoreZine(tx, { zineId, ...given })),
    remove: (zineId: string) => act((tx) => removeZine(tx, { zineId, ...given })),
    suspend: (userId: string) => act(suspends(userId)),
    letIn: (userId: string) => act((tx) => restoreMember(tx, { userId, ...given })),
    removeMember: (userId: string) => act((tx) => removeMember(tx, { userId, ...given })),
    /** Does the work of the jobs that follow an act on a member. */
    async settle(userId: string) {
      await showOrHide(site.db, userId)
      await indexZinesOf(site.db, userId)
    },
    expectNoFaults: async () => expect(await rowFaults(site.pool)).toEqual([]),
  }
}
