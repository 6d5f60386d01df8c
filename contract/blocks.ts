import { z } from 'zod'
import { Creator } from './creators.ts'
import { endpoint, id, idParams, nextCursor, pageQuery, successResponse } from './endpoint.ts'
import { ZineList } from './zines.ts'

const blockParams = z.strictObject({ id, creatorId: id })
const unwantedParams = z.strictObject({ id, zineId: id })

export const blockCreator = endpoint({
  name: 'blockCreator',
  method: 'PUT',
  changes: 'public',
  path: '/api/users/:id/blocks/:creatorId',
  tag: 'Blocks',
  summary: 'Block a creator: neither sees the other in lists or follows the other, and no one is notified; idempotent',
  access: 'member',
  params: blockParams,
  response: successResponse,
})

export const unblockCreator = endpoint({
  name: 'unblockCreator',
  method: 'DELETE',
  changes: 'private',
  path: '/api/users/:id/blocks/:creatorId',
  tag: 'Blocks',
  summary: 'Unblock a creator; follows that the block removed are not restored',
  access: 'member',
  params: blockParams,
  response: successResponse,
})

export const listBlockedCreators = endpoint({
  name: 'listBlockedCreators',
  method: 'GET',
  path: '/api/users/:id/blocks',
  tag: 'Blocks',
  summary: 'The creators the viewer has blocked, most recent first',
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
  summary: 'Hide a zine from all of the viewer’s lists; idempotent',
  access: 'member',
  params: unwantedParams,
  response: successResponse,
})

export const removeUnwantedZine = endpoint({
  name: 'removeUnwantedZine',
  method: 'DELETE',
  changes: 'private',
  path: '/api/users/:id/unwanted-zines/:zineId',
  tag: 'Blocks',
  summary: 'Stop hiding a zine from the viewer’s lists',
  access: 'member',
  params: unwantedParams,
  response: successResponse,
})

export const listUnwantedZines = endpoint({
  name: 'listUnwantedZines',
  method: 'GET',
  path: '/api/users/:id/unwanted-zines',
  tag: 'Blocks',
  summary: 'The zines the viewer has hidden, most recent first',
  access: 'member',
  params: idParams,
  query: z.strictObject({ ...pageQuery }),
  response: ZineList,
})
