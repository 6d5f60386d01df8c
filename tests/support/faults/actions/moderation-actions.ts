import type { Tx } from '#server/db/connection.ts'
import { hideZine, restoreZine } from '#server/moderation/hide-zine.ts'
import { restoreMember, suspendMember } from '#server/moderation/suspend-member.ts'
import { decideOnTarget } from '#server/reports/decide-on-target.ts'
import { publishOnePage } from '../../library.ts'
import type { TestApp } from '../../test-app.ts'
import type { Action } from '../fault-cases.ts'
import { expectRow, work } from './call.ts'

const decision = { reason: 'It shows a letter.', actor: 'operator' as const }

async function creatorWithZine(site: TestApp) {
  const creator = await site.signUp()
  const { id: zineId } = await publishOnePage(site, creator, 'Under review')
  return { creator, zineId }
}

const inTransaction = (site: TestApp, act: (tx: Tx) => Promise<unknown>) =>
  work(() => site.db.transaction().execute(act))

const isHidden = 'select hidden_at is not null as hidden from zines where id = $1'
const isSuspended = 'select suspended_at is not null as suspended from users where id = $1'

const hide: Action = {
  name: 'hide a zine',
  async prepare(site) {
    const { zineId } = await creatorWithZine(site)
    return {
      run: inTransaction(site, (tx) => hideZine(tx, { zineId, ...decision })),
      check: () => expectRow(site, isHidden, [zineId], { hidden: true }),
    }
  },
}

const restore: Action = {
  name: 'restore a zine',
  async prepare(site) {
    const { zineId } = await creatorWithZine(site)
    await site.db.transaction().execute((tx) => hideZine(tx, { zineId, ...decision }))
    return {
      run: inTransaction(site, (tx) => restoreZine(tx, { zineId, ...decision })),
      check: () => expectRow(site, isHidden, [zineId], { hidden: false }),
    }
  },
}

const suspend: Action = {
  name: 'suspend a member',
  async prepare(site) {
    const { creator } = await creatorWithZine(site)
    return {
      run: inTransaction(site, (tx) => suspendMember(tx, { userId: creator.id, ...decision })),
      check: () => expectRow(site, isSuspended, [creator.id], { suspended: true }),
    }
  },
}

const restoreSuspended: Action = {
  name: 'restore a member',
  async prepare(site) {
    const { creator } = await creatorWithZine(site)
    await site.db.transaction().execute((tx) => suspendMember(tx, { userId: creator.id, ...decision }))
    return {
      run: inTransaction(site, (tx) => restoreMember(tx, { userId: creator.id, ...decision })),
      check: () => expectRow(site, isSuspended, [creator.id], { suspended: false }),
    }
  },
}

const decide: Action = {
  name: 'decide on a report',
  async prepare(site) {
    const { creator, zineId } = await creatorWithZine(site)
    const reporter = await site.signUp()
    await site.post('/api/reports', { zineId, reason: 'hurts', words: 'Page 2' }, reporter)
    const target = { creatorId: creator.id, zineId }
    return {
      run: inTransaction(site, (tx) => decideOnTarget(tx, target, { act: 'hide', ...decision })),
      check: () => expectRow(site, isHidden, [zineId], { hidden: true }),
    }
  },
}

export const moderationActions = [hide, restore, suspend, restoreSuspended, decide]
