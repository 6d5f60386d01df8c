import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Lets readers that are pages of other sites read an answer (CORS): feeds, catalogues and what describes a zine. Nothing that
 * depends on who is asking: where a session is looked up, whoever has one is not answered so. Browsers keep it from
 * requests that carry cookies, and as nothing is said to a preflight, only plain GETs come from there.
 */
export async function readAnywhere({ viewer }: Partial<Pick<FastifyRequest, 'viewer'>>, reply: FastifyReply) {
  if (!viewer) reply.header('access-control-allow-origin', '*')
}
