import { jobsWithPayload } from '#server/db/jobs.ts'
import { publishOnePage } from '../../library.ts'
import type { TestApp } from '../../test-app.ts'
import type { Action, Outcome } from '../fault-cases.ts'
import { expectRow, inOrder, request, runTask, work } from './call.ts'

async function zineAndReader(site: TestApp) {
  const creator = await site.signUp()
  const { id: zineId } = await publishOnePage(site, creator, 'To read')
  return { reader: await site.signUp(), zineId, creatorId: creator.id }
}

/** The call toggles, so a browser reads the state before it repeats it. `rows` finds what was switched on. */
function switchOn(site: TestApp, toggle: () => Promise<Outcome>, rows: string, values: string[]) {
  let isRepeated = false
  return async () => {
    if (isRepeated && (await site.sql(rows, ...values)).length > 0) return { status: 200 }
    isRepeated = true
    return toggle()
  }
}

const favorite: Action = {
  name: 'favorite',
  async prepare(site) {
    const { reader, zineId } = await zineAndReader(site)
    const toggle = request(site, reader, 'POST', '/api/favorites/zines', { zineId })
    const rows = 'select from favorites where user_id = $1 and zine_id = $2'
    return {
      run: switchOn(site, toggle, rows, [reader.id, zineId]),
      check: () =>
        expectRow(site, 'select favorite_count from zine_stats where zine_id = $1', [zineId], { favorite_count: 1 }),
    }
  },
}

const expectFollowers = (site: TestApp, creatorId: string, count: number) =>
  expectRow(site, 'select follower_count from creator_stats where creator_id = $1', [creatorId], {
    follower_count: count,
  })

const follow: Action = {
  name: 'follow',
  async prepare(site) {
    const { reader, creatorId } = await zineAndReader(site)
    const toggle = request(site, reader, 'POST', '/api/favorites/creators', { creatorId })
    const rows = 'select from follows where follower_id = $1 and creator_id = $2'
    return {
      run: switchOn(site, toggle, rows, [reader.id, creatorId]),
      check: () => expectFollowers(site, creatorId, 1),
    }
  },
}

const block: Action = {
  name: 'block',
  async prepare(site) {
    const { reader, creatorId } = await zineAndReader(site)
    await site.post('/api/favorites/creators', { creatorId }, reader)
    return {
      run: request(site, reader, 'PUT', `/api/users/${reader.id}/blocks/${creatorId}`),
      check: () => expectFollowers(site, creatorId, 0),
    }
  },
}

const putOnShelf: Action = {
  name: 'put on a shelf',
  async prepare(site) {
    const { reader, zineId } = await zineAndReader(site)
    return {
      run: request(site, reader, 'PUT', `/api/shelves/to-read/zines/${zineId}`, {}),
      check: () =>
        expectRow(site, 'select item_count from shelves where owner_id = $1', [reader.id], { item_count: 1 }),
    }
  },
}

const changeShelf: Action = {
  name: 'change a shelf',
  async prepare(site) {
    const { reader, zineId } = await zineAndReader(site)
    const created = await site.post<{ shelf: { id: string } }>('/api/shelves', { title: 'Night' }, reader)
    const path = `/api/shelves/${created.body.shelf.id}`
    const added = await site.put<{ item: { id: string } }>(`${path}/zines/${zineId}`, {}, reader)
    const item = `${path}/items/${added.body.item.id}`
    return {
      run: inOrder(
        request(site, reader, 'PUT', path, { title: 'Day', visibility: 'public' }),
        request(site, reader, 'PUT', item, { note: 'Loud' }),
        request(site, reader, 'PUT', `${item}/place`, { before: null }),
      ),
      check: () =>
        expectRow(
          site,
          'select title, visibility, note from shelves s join shelf_items i on i.shelf_id = s.id where owner_id = $1',
          [reader.id],
          { title: 'Day', visibility: 'public', note: 'Loud' },
        ),
    }
  },
}

const subscribe: Action = {
  name: 'subscribe to the digest',
  async prepare(site) {
    const reader = await site.signUp()
    return {
      run: request(site, reader, 'PUT', `/api/users/${reader.id}/digest`, { digest: 'daily' }),
      check: () =>
        expectRow(site, 'select digest from subscriptions where user_id = $1', [reader.id], { digest: 'daily' }),
    }
  },
}

const sendDigest: Action = {
  name: 'send a digest',
  async prepare(site) {
    const { reader, creatorId } = await zineAndReader(site)
    await site.post('/api/favorites/creators', { creatorId }, reader)
    await site.put(`/api/users/${reader.id}/digest`, { digest: 'daily' }, reader)
    await site.sql(
      `update subscriptions set digest_due_at = now() - interval '1 minute', digest_until = now() - interval '1 day'
       where user_id = $1`,
      reader.id,
    )
    await site.sql(`update users set email_verified = true where id = $1`, reader.id)
    return {
      run: work(() => runTask(site, 'enqueue-digests')),
      check: () =>
        expectRow(
          site,
          `select count(j.id)::int as jobs from subscriptions s
           left join ${jobsWithPayload} j on j.task_identifier = 'send-digest' and j.payload ->> 'userId' = user_id::text
           where user_id = $1 and digest_due_at > now()`,
          [reader.id],
          { jobs: 1 },
        ),
    }
  },
}

const report: Action = {
  name: 'report',
  async prepare(site) {
    const { reader, zineId } = await zineAndReader(site)
    return {
      run: request(site, reader, 'POST', '/api/reports', { zineId, reason: 'hurts', words: 'Page 2' }),
      check: () =>
        expectRow(site, 'select count(*)::int as reports from reports where zine_id = $1', [zineId], { reports: 1 }),
    }
  },
}

export const readerActions = [favorite, follow, block, putOnShelf, changeShelf, subscribe, sendDigest, report]
