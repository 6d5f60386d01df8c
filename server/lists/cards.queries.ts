import { statement } from '#server/db/statement.ts'
import { creatorJoins, creatorJson } from './creator-json.ts'
import { zineJoins, zineJson } from './zine-json.ts'

/** The JSON of an entry of a list. A zine or creator that is not visible has none. */
export type Card = { id: string; item: string }

/** PostgreSQL would plan for each length of a plain parameter, which takes longer than reading the cards. */
const idsSql = 'unnest((select $1::uuid[]))'

export const zineCards = statement<Card, [ids: string[], viewer: string | null]>(
  'zine-cards',
  `select z.id, ${zineJson}::text as item from ${idsSql} as matches (id) join zines z using (id) ${zineJoins('$2')}`,
)

export const creatorCards = statement<Card, [ids: string[]]>(
  'creator-cards',
  `select c.creator_id as id, ${creatorJson}::text as item
   from ${idsSql} as matches (creator_id) join creator_stats c using (creator_id) ${creatorJoins}`,
)
