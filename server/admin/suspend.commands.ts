import type { Db, Tx } from '#server/db/connection.ts'
import { refuse } from '#server/http/errors.ts'
import { restoreMember } from '#server/moderation/suspend-member.ts'
import { decide, holdThing } from '#server/reports/decide.ts'
import { actOnMember } from './act-on-member.ts'
import { command, flag, member, needed, optionally, type Site, text } from './command.ts'
import { countOf, findMember } from './members.queries.ts'

const reason = text('why, as the member is told')

const decided =
  (act: 'hide' | 'remove', why: string) => async (tx: Tx, creatorId: string, actor: Site['actor']) => {
    const thing = { creatorId, zineId: null }
    await holdThing(tx, thing)
    return decide(tx, thing, { act, reason: why, actor })
  }

const suspend = command({
  name: 'member suspend',
  says: 'Signs a member out and keeps them out; nothing of theirs is shown, all of it is kept.',
  takes: { member },
  options: { reason: needed(reason) },
  run: (site, { member: who, reason: why }) =>
    actOnMember(site, who, {
      done: 'is suspended, and gets a mail',
      already: 'was suspended before',
      does: decided('hide', why),
    }),
})

const restore = command({
  name: 'member restore',
  says: 'Lets a suspended member in again, and shows what they made.',
  takes: { member },
  options: { reason: optionally(reason) },
  run: (site, { member: who, reason: why = '' }) =>
    actOnMember(site, who, {
      done: 'is a member as before, and gets a mail; many zines take a moment to be shown',
      already: 'was not suspended',
      does: (tx, userId, actor) => restoreMember(tx, { userId, reason: why, actor }),
    }),
})

const remove = command({
  name: 'member remove',
  says: 'Removes an account for good, with all that is in it.',
  takes: { member },
  options: { reason: optionally(reason), yes: flag('that it is meant: nothing brings it back') },
  run: async (site, { member: who, reason: why = '', yes }) => {
    if (!yes) throw await unmeant(site.db, who)
    return actOnMember(site, who, {
      done: 'is removed, and gets a mail',
      already: 'was being removed before',
      does: decided('remove', why),
    })
  },
})

async function unmeant(db: Db, who: string) {
  const { id, username } = await findMember(db, who)
  const { zines, projects, followers } = await countOf(db, id)
  const what = `${zines} zines, ${projects} projects and ${followers} followers`
  return refuse('invalid_request', `${username} would go for good, with ${what}. Add --yes if that is meant.`)
}

export const suspendCommands = [suspend, restore, remove]
