import { longestPage } from './longest-page.ts'
import { zineJoins, zineJson } from './zine-json.ts'

/** SQL of a page of zines, newest first, of those that meet the condition: `$1` is the viewer, `$2` how many. */
export const newestZines = (condition: string) => `
  select ${zineJson}::text as item, json_build_array(z.created_at, z.id) as place
  from (select * from zines where ${condition} order by created_at desc, id desc limit ${longestPage}) z
  ${zineJoins('$1')}
  order by z.created_at desc, z.id desc limit $2`
