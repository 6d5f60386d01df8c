import { z } from 'zod'
import { Creator } from './creators.ts'
import { endpoint, text } from './endpoint.ts'
import { limits } from './limits.ts'
import { nextCursor, pageQuery } from './pages.ts'
import { ZineList } from './zines.ts'

/** What was typed into a search field; absent or blank means everything. */
export const searchText = text('The search', limits.searchText).default('')

export const searchZines = endpoint({
  name: 'searchZines',
  method: 'GET',
  path: '/api/search/zines',
  tag: 'Search',
  summary: 'Zines in whose title, description or creator name every word of the text occurs',
  access: 'anyone',
  query: z.strictObject({
    ...pageQuery,
    search: searchText,
    filter: z.literal('popular', 'filter can only be popular.').optional(),
    /** Accepted because callers send it, and ignored: the viewer comes from the session. */
    userId: z.string().optional(),
  }),
  response: ZineList,
})

export const searchCreators = endpoint({
  name: 'searchCreators',
  method: 'GET',
  path: '/api/search/users',
  tag: 'Search',
  summary: 'Creators in whose username, name or bio every word of the text occurs',
  access: 'anyone',
  query: z.strictObject({ ...pageQuery, search: searchText, userId: z.string().optional() }),
  response: z.object({ creators: z.array(Creator), nextCursor }),
})
export type CreatorList = z.infer<typeof searchCreators.response>
