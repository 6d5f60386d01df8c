import { z } from 'zod'
import { Creator } from './creators.ts'
import { done, endpoint, id, idParams, nextCursor, pageQuery } from './endpoint.ts'
import { ZineList } from './zines.ts'

const blockParams = z.strictObject({ id, creatorId: id })
const unwantedParams = z.strictObject({ id, zineId: id })

export const blockCreator = endpoint({
  name: 'blockCreator',
  method: 'PUT',
  changes: 'public',
  path: '/api/users/:id/blocks/:creatorId',
  tag: 'Blocks',
  summary:
    'Block a creator: neither is shown the other in lists, neither follows the other, and nobody is told; again changes nothing',
  access: 'member',
  params: blockParams,
  response: done,
})

export const unblockCreator = endpoint({
  name: 'unblockCreator',
  method: 'DELETE',
  changes: 'private',
  path: '/api/users/:id/blocks/:creatorId',
  tag: 'Blocks',
  summary: 'Take a block back; follows that it ended stay ended',
  access: 'member',
  params: blockParams,
  response: done,
})

export const listBlockedCreators = endpoint({
  name: 'listBlockedCreators',
  method: 'GET',
  path: '/api/users/:id/blocks',
  tag: 'Blocks',
  summary: 'The creators the viewer has blocked, the latest block first',
  access: 'member',
  params: idParams,
  query: z.strictObject({ ...pageQuery }),
  response: z.object({ creators: z.array(Creator), nextCursor }),
})

export const addUnwantedZine = endpoint({
  name: 'addUnwantedZine',
  method: 'PUT',
  changes: 'private',
  path: '/api/users/:id/unwanted-zines/:zineId',
  tag: 'Blocks',
  summary: 'Leave a zine out of all lists that the viewer is shown; again changes nothing',
  access: 'member',
  params: unwantedParams,
  response: done,
})

export const removeUnwantedZine = endpoint({
  name: 'removeUnwantedZine',
  method: 'DELETE',
  changes: 'private',
  path: '/api/users/:id/unwanted-zines/:zineId',
  tag: 'Blocks',
  summary: 'Show the viewer a zine in lists again',
  access: 'member',
  params: unwantedParams,
  response: done,
})

export const listUnwantedZines = endpoint({
  name: 'listUnwantedZines',
  method: 'GET',
  path: '/api/users/:id/unwanted-zines',
  tag: 'Blocks',
  summary: 'The zines the viewer does not want to see, the latest first',
  access: 'member',
  params: idParams,
  query: z.strictObject({ ...pageQuery }),
  response: ZineList,
})
