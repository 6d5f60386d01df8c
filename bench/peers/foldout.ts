import { resolve } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { EmbeddedConnection } from '#server/db/embedded/database.ts'
import { writeCursor } from '#server/http/list-page.ts'
import { npmStart } from '#tests/support/npm-start.ts'
import type { Library } from '../library.ts'
import { environment } from '../measure-library.ts'
import { type Peer, pageSize, type Question, wrongCounters } from './peer.ts'

type Ours = { library: Library; config: Config; database: EmbeddedConnection; cookie: string }

/** As `npm start` runs it. */
export function foldout({ library, config, database, cookie }: Ours): Peer {
  const start = npmStart()
  return {
    title: 'Foldout',
    version: 'of this clone',
    node: process.execPath,
    server: (port) => ({
      args: [...start.flags, 'server/main.ts'],
      env: {
        ...start.env,
        ...environment(library, config),
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
      },
      cwd: resolve(import.meta.dirname, '../..'),
    }),
    ask: (question) => ({ method: 'GET', path: pathOf(question) }),
    idsIn: (answer) => {
      const { zines, zine } = answer as { zines?: { id: string }[]; zine?: { id: string } }
      return (zines ?? (zine ? [zine] : [])).map(({ id }) => id)
    },
    favor: (zineId) => {
      const toggle = {
        method: 'POST',
        path: '/api/favorites/zines',
        headers: { cookie },
        body: { zineId },
      }
      return { make: toggle, undo: toggle }
    },
    statuses: [200],
    database,
    wrongCounters: wrongCounters({
      favorites: 'favorites',
      zine: 'zine_id',
      zines: 'zine_stats',
      id: 'zine_id',
      count: 'favorite_count',
    }),
  }
}

function pathOf(question: Question) {
  const limit = `limit=${pageSize}`
  if (question.about === 'zine') return `/api/zines/${question.id}`
  if (question.about === 'newest') return `/api/zines?${limit}`
  if (question.about === 'search')
    return `/api/search/zines?${limit}&search=${encodeURIComponent(question.text)}`
  const after = question.after ? `&cursor=${writeCursor(...question.after)}` : ''
  return `/api/search/zines?filter=popular&${limit}${after}`
}
