import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { catalogQuery, creatorCatalogQuery } from '#contract/doors.ts'
import { idParams } from '#contract/endpoint.ts'
import { type Filters, isFiltered, writeFilters } from '#contract/filters.ts'
import { pageSize } from '#contract/limits.ts'
import type { Zine, ZineList } from '#contract/zines.ts'
import type { Config } from '#server/config/config.ts'
import { statement } from '#server/db/statement.ts'
import type { Admission } from '#server/http/admission.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPlace, pageJson, popularPlace, readCursor } from '#server/http/list-page.ts'
import { readAnywhere } from '#server/http/security.ts'
import { foundJson, searchZines } from '#server/search/search.queries.ts'
import { isCreatorShown, listUserZines } from '#server/zines/zines.queries.ts'
import { catalogPage, catalogStart } from './catalog.ts'
import { openZine } from './described.ts'
import { type GuestSearches, searchTitle } from './guest-searches.ts'
import { catalogZine, manifest } from './manifest.ts'
import { type CatalogDetails, type CatalogZine, isReadHere, manifestType, opdsType } from './publication.ts'

type Deps = { config: Config; searches: GuestSearches; turns: Admission }

/** A catalogue for comic and book readers (OPDS 2.0). It uses no session, so it is the same for every client. */
export function catalogRoutes(app: App, { config: { publicUrl }, searches, turns }: Deps) {
  app.get('/opds', { schema: { hide: true }, ...forEverybody }, async (_request, reply) =>
    send(reply, JSON.stringify(catalogStart(publicUrl))),
  )

  app.get(
    '/opds/zines',
    { schema: { hide: true, querystring: catalogQuery }, ...forEverybody },
    async (request, reply) => {
      const { query: text, filter, cursor, ...filters } = request.query
      const popular = filter === 'popular'
      const after = readCursor(popular ? popularPlace : newestPlace, cursor)
      const address = (more: string | null) => zinesAddress({ text, popular, filters, cursor: more })
      const look = async () => {
        const wanted = { reader: null, text, popular, filters, after, limit: pageSize }
        const found = foundJson('zines', await searchZines(request.reads, wanted), pageSize)
        const { zines, nextCursor }: ZineList = JSON.parse(found)
        const page = {
          ...{ publicUrl, title: searchTitle({ text, popular, filters }), self: address(cursor ?? null) },
          ...{
            next: nextCursor && address(nextCursor),
            zines: await withCatalogDetails(request.reads, zines),
          },
        }
        return JSON.stringify(catalogPage(page))
      }
      const isSearch = text !== '' || isFiltered(filters)
      const found = isSearch ? searches(request, address(cursor ?? null), look) : turns.reading(request, look)
      return send(reply, await found)
    },
  )

  app.get(
    '/opds/creators/:id',
    { schema: { hide: true, params: idParams, querystring: creatorCatalogQuery }, ...forEverybody },
    async (request, reply) => {
      const { params, query, reads } = request
      const { id } = params
      const after = readCursor(newestPlace, query.cursor)
      const address = (more?: string | null) => `/opds/creators/${id}${more ? `?cursor=${more}` : ''}`
      const look = async () => {
        const rows = await listUserZines(reads, null, id, { limit: pageSize, after })
        if (rows.length === 0 && !(await isCreatorShown(reads, id))) throw notFound('creator')
        const { zines, nextCursor }: ZineList = JSON.parse(pageJson('zines', rows, pageSize))
        const page = {
          ...{ publicUrl, title: zines[0] ? `Zines by ${zines[0].creator.username}` : 'Zines' },
          ...{ self: address(query.cursor), next: nextCursor && address(nextCursor) },
          zines: await withCatalogDetails(reads, zines),
        }
        return JSON.stringify(catalogPage(page))
      }
      return send(reply, await turns.reading(request, look))
    },
  )

  app.get(
    '/opds/zines/:id.json',
    { schema: { hide: true, params: idParams }, ...forEverybody },
    async (request, reply) => {
      const zine = await turns.reading(request, () => openZine(request.reads, null, request.params.id))
      const whole = catalogZine(zine)
      if (isReadHere(whole)) throw refuse('not_found', onlyReadHere)
      return send(reply, JSON.stringify(manifest(zine, publicUrl)), manifestType(whole))
    },
  )
}

const onlyReadHere =
  'This zine has a content note that readers must accept first, so it can only be read on its page.'

const forEverybody = { onRequest: readAnywhere, config: { reads: 'primary first' } } as const

const send = (reply: FastifyReply, json: string, type = opdsType) =>
  reply.header('cache-control', 'public, max-age=60').type(`${type}; charset=utf-8`).send(json)

type Asked = { text: string; popular: boolean; filters: Filters; cursor: string | null }

function zinesAddress({ text, popular, filters, cursor }: Asked) {
  const query = new URLSearchParams()
  if (text) query.set('query', text)
  if (popular) query.set('filter', 'popular')
  writeFilters(query, filters)
  if (cursor) query.set('cursor', cursor)
  return query.size > 0 ? `/opds/zines?${query}` : '/opds/zines'
}

const detailsOf = statement<CatalogDetails & { id: string }, [ids: string[]]>(
  'catalog-details',
  `select z.id, coalesce(zd.details, '{}') as details, z.may_print as "mayPrint",
     z.reading_direction as "readingDirection", to_json(z.edited_at) as "editedAt", pages.notes as "pageNotes",
     pages.described as "isDescribed"
   from zines z left join zine_details zd on zd.zine_id = z.id
   cross join lateral (
     select coalesce(array_agg(content_note order by position) filter (where content_note <> ''), '{}') as notes, coalesce(bool_and(alt_text <> ''), false) as described
     from zine_pages where zine_id = z.id
   ) pages
   where z.id = any($1::uuid[])`,
)

async function withCatalogDetails(pool: pg.Pool, zines: Zine[]): Promise<CatalogZine[]> {
  const rows = await detailsOf(
    pool,
    zines.map(({ id }) => id),
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  return zines.flatMap((zine) => {
    const more = known.get(zine.id)
    return more ? [{ ...zine, ...more }] : []
  })
}
