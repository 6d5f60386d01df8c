import { join } from 'node:path'
import type { EmbeddedConnection } from '#server/db/embedded/database.ts'
import { emptyDatabase, withClient } from './databases.ts'
import { directus, fillDirectus } from './directus.ts'
import { fillParse, parse } from './parse.ts'
import type { Filling, Peer } from './peer.ts'

type Plan = { database: EmbeddedConnection; folder: string; reader: string }

/** Each with the library's rows in a database of its own. */
export async function fillPeers({ database, folder, reader }: Plan): Promise<Peer[]> {
  const filled = async <Result>(target: EmbeddedConnection, fill: (filling: Filling) => Promise<Result>) =>
    withClient(database, (source) =>
      withClient(target, async (client) => {
        const result = await fill({ source, target: client, reader })
        await client.query('vacuum (analyze)')
        return result
      }),
    )
  const first = directus(join(folder, 'directus'), await emptyDatabase(database, 'peer_directus'))
  await filled(first.database, (filling) => fillDirectus(first, filling))
  const second = (token: string) => parse(join(folder, 'parse'), other, { id: reader, token })
  const other = await emptyDatabase(database, 'peer_parse')
  const token = await filled(other, (filling) => fillParse(second(''), filling))
  return [first, second(token)]
}

/** How many counters differ from the rows they count. */
export const countWrong = ({ database, wrongCounters }: Peer) =>
  withClient(database, async (client) => {
    const { rows } = await client.query<{ wrong: number }>(wrongCounters)
    return rows[0]?.wrong ?? 0
  })
