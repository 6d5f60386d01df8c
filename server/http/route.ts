import type { FastifyContextConfig, FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { guestsMayKeep } from './revalidation.ts'
import { requireViewer } from './viewer.ts'

type Shape = z.ZodType | undefined
type Given<Key extends string, Type extends Shape> = Type extends z.ZodType ? { [K in Key]: Type } : unknown

export function route<P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType>(
  declared: Endpoint<P, Q, B, R>,
  config: Pick<FastifyContextConfig, 'hasOwnQueue'> = {},
) {
  const { name, method, changes, needsSpace, reads, path, tag, summary, access } = declared
  const { status = 200, params, query, body, response } = declared
  const schema = {
    operationId: name,
    tags: [tag],
    summary,
    ...(access === 'member' && { security: [{ session: [] }] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { [status]: response },
  } as unknown as { response: Record<number, R> } & Given<'params', P> &
    Given<'querystring', Q> &
    Given<'body', B>
  return {
    method,
    url: path,
    schema,
    ...(changes && { config: { ...config, changes, ...(needsSpace !== undefined && { needsSpace }) } }),
    ...(reads && { config: { reads } }),
    ...(access === 'member' && { onRequest: requireViewer }),
    ...(isForGuests(declared) && { onRequest: guestsMayKeep }),
  }
}

/** Responses under `/api/auth/` depend on the requesting browser. */
const isForGuests = ({ method, access, path }: Pick<Endpoint, 'method' | 'access' | 'path'>) =>
  method === 'GET' && access === 'anyone' && !path.startsWith('/api/auth/')

export const sendJson = (reply: FastifyReply, json: string) =>
  reply.type('application/json; charset=utf-8').send(json) as never
