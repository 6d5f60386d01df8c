import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { ZineList } from '#contract/zines.ts'
import { countWrongCounters } from '#trials/bench/library.ts'
import { answered, type Client, jsonOf } from '#trials/site/client.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress } from '../attack.ts'
import { type Filled, fillAccount, filled } from '../big-library.ts'

/** It goes in steps, and the member is told that it is under way. */
const answerMs = 5_000
const longestMs = 90_000
const lookEveryMs = 500

/** An account that has grown for years is deleted with everything in it. */
export const bigAccount: Attack = {
  name: 'big-account',
  sentence: `an account with ${spelled('zines')} zines, ${spelled('given')} favorites given and ${spelled('received')} received is deleted`,
  // More than a small disk has room for.
  diskMb: 0,
  async prepare(site) {
    const member = await site.signUp(attackerAddress(0))
    await site.withDatabase((database) => fillAccount(database, member.id))
    return member
  },
  async run(site, { prepared: member }) {
    if (!member) throw new Error('nobody to delete')
    const { id, username, client } = member
    await favoriteNewest(client)
    const start = performance.now()
    const answer = await client.call('DELETE', `/api/users/${id}`, { body: { username }, patienceMs: 60_000 })
    const faults =
      answer.status < 300 ? [] : [`deleting was answered ${answer.status}: ${answer.text.slice(0, 120)}`]
    const tookMs = performance.now() - start
    if (tookMs > answerMs) faults.push(`deleting was answered after ${(tookMs / 1000).toFixed(1)} s`)
    let isGone = false
    while (answer.status < 300 && !isGone && performance.now() - start < longestMs) {
      isGone = await site.withDatabase((database) => isNoMore(database, id))
      if (!isGone) await sleep(lookEveryMs)
    }
    if (answer.status < 300 && !isGone) faults.push(`the account was still there after ${longestMs / 1000} s`)
    return async () => [...faults, ...(await othersKeepTheirs(site, isGone))]
  },
}

function spelled(what: keyof Filled) {
  return filled[what].toLocaleString('en')
}

/** What others are just looking at is among their favorites. */
async function favoriteNewest({ call }: Client) {
  const { zines } = jsonOf<ZineList>(await answered(call('GET', '/api/zines')))
  for (const { id: zineId } of zines.slice(0, 5))
    await answered(call('POST', '/api/favorites/zines', { body: { zineId } }))
}

async function isNoMore(database: pg.Pool, id: string) {
  const { rows } = await database.query(
    `select exists (select from users where id = $1) or exists (select from zines where creator_id = $1)
       or exists (select from favorites where user_id = $1) as left`,
    [id],
  )
  return rows[0]?.left === false
}

/** Nothing of anybody else is gone, and every counter is that of its rows, whether it was deleted or not. */
const othersKeepTheirs = (site: Site, isGone: boolean) =>
  site.withDatabase(async (database) => {
    const { rows } = await database.query(
      `select count(*)::int as zines from zines z join users u on u.id = z.creator_id where u.username like 'crowd\\_%'`,
    )
    const wrong = await countWrongCounters(database)
    return [
      ...(rows[0]?.zines === filled.given
        ? []
        : [`${filled.given - rows[0]?.zines} zines of others are gone`]),
      ...(wrong
        ? [`${wrong} counters are wrong ${isGone ? 'after' : 'though nothing was deleted by'} it`]
        : []),
    ]
  })
