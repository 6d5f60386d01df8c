import type { FastifyContextConfig, FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { conflictBody, ErrorBody } from '#contract/errors.ts'
import { allowGuestCaching } from './revalidation.ts'
import { requireViewer } from './viewer.ts'

type Shape = z.ZodType | undefined
type SchemaPart<Key extends string, Type extends Shape> = Type extends z.ZodType ? { [K in Key]: Type } : unknown

export function route<P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  config: Pick<FastifyContextConfig, 'hasOwnQueue' | 'allowsForeignOrigin' | 'isSlow'> = {},
) {
  const { name, method, changes, needsSpace, reads, path, tag, summary, access } = endpoint
  const { status = 200, params, query, body, response, conflict } = endpoint
  const schema = {
    operationId: name,
    tags: [tag],
    summary,
    ...(access === 'member' && { security: [{ session: [] }] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: {
      [status]: response,
      ...(conflict && { 409: conflictBody(conflict) }),
      '4xx': ErrorBody,
      '5xx': ErrorBody,
    },
  } as unknown as { response: Record<number, R> } & SchemaPart<'params', P> &
    SchemaPart<'querystring', Q> &
    SchemaPart<'body', B>
  return {
    method,
    url: path,
    schema,
    config: {
      ...config,
      ...(changes && { changes }),
      ...(needsSpace !== undefined && { needsSpace }),
      ...(reads && { reads }),
    },
    ...(access === 'member' && { onRequest: requireViewer }),
    ...(isForGuests(endpoint) && { onRequest: allowGuestCaching }),
  }
}

/** Responses under `/api/auth/` depend on the requesting browser. */
const isForGuests = ({ method, access, path }: Pick<Endpoint, 'method' | 'access' | 'path'>) =>
  method === 'GET' && access === 'anyone' && !path.startsWith('/api/auth/')

export const sendJson = (reply: FastifyReply, json: string) =>
  reply.type('application/json; charset=utf-8').send(json) as never
