import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { idParams } from '#contract/endpoint.ts'
import { type Filters, writeFilters } from '#contract/filters.ts'
import { catalogQuery, creatorCatalogQuery } from '#contract/interop.ts'
import { pageSize } from '#contract/limits.ts'
import type { Zine, ZineList } from '#contract/zines.ts'
import type { Config } from '#server/config/config.ts'
import { statement } from '#server/db/statement.ts'
import type { ConcurrencyLimits } from '#server/http/concurrency-limits.ts'
import { apiError, notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPosition, pageJson, popularPosition, readCursor } from '#server/http/list-page.ts'
import { allowAnyOrigin } from '#server/http/security.ts'
import { isSearch, searchPageJson, searchZines } from '#server/search/search.queries.ts'
import { isReadable } from '#server/search/search-documents.ts'
import { isCreatorVisible, listUserZines } from '#server/zines/zines.queries.ts'
import { type CachedGuestSearch, searchTitle } from './cached-search.ts'
import { catalogPage, catalogRoot } from './catalog.ts'
import { catalogZine, manifest } from './manifest.ts'
import { type CatalogDetails, type CatalogZine, isReadOnSite, manifestType, opdsType } from './publication.ts'
import { openZine } from './zine-description.ts'

type Deps = { config: Config; cachedSearch: CachedGuestSearch; concurrencyLimits: ConcurrencyLimits }

/** A catalogue for comic and book readers (OPDS 2.0). It uses no session, so it is the same for every client. */
export function catalogRoutes(app: App, { config: { publicUrl }, cachedSearch, concurrencyLimits }: Deps) {
  app.get('/opds', { schema: { hide: true }, ...publicRoute }, async (_request, reply) =>
    send(reply, JSON.stringify(catalogRoot(publicUrl))),
  )

  app.get(
    '/opds/zines',
    { schema: { hide: true, querystring: catalogQuery }, ...publicRoute },
    async (request, reply) => {
      const { query: text, filter, cursor, ...filters } = request.query
      const popular = filter === 'popular'
      const after = readCursor(popular ? popularPosition : newestPosition, cursor)
      const address = (pageCursor: string | null) => zinesAddress({ text, popular, filters, cursor: pageCursor })
      const load = async () => {
        const options = { reader: null, text, popular, filters, after, limit: pageSize }
        const zinesJson = searchPageJson('zines', await searchZines(request.readPool, options), pageSize)
        const { zines, nextCursor }: ZineList = JSON.parse(zinesJson)
        const page = {
          publicUrl,
          title: searchTitle({ text, popular, filters }),
          self: address(cursor ?? null),
          next: nextCursor && address(nextCursor),
          zines: await withCatalogDetails(request.readPool, zines),
        }
        return JSON.stringify(catalogPage(page))
      }
      const body = isSearch({ search: text, ...filters })
        ? cachedSearch(request, address(cursor ?? null), load)
        : concurrencyLimits.withReadSlot(request, load)
      return send(reply, await body)
    },
  )

  app.get(
    '/opds/creators/:id',
    { schema: { hide: true, params: idParams, querystring: creatorCatalogQuery }, ...publicRoute },
    async (request, reply) => {
      const { params, query, readPool } = request
      const { id } = params
      const after = readCursor(newestPosition, query.cursor)
      const address = (pageCursor?: string | null) => `/opds/creators/${id}${pageCursor ? `?cursor=${pageCursor}` : ''}`
      const load = async () => {
        const rows = await listUserZines(readPool, null, id, { limit: pageSize, after })
        if (rows.length === 0 && !(await isCreatorVisible(readPool, id))) throw notFound('creator')
        const { zines, nextCursor }: ZineList = JSON.parse(pageJson('zines', rows, pageSize))
        const page = {
          publicUrl,
          title: zines[0] ? `Zines by ${zines[0].creator.username}` : 'Zines',
          self: address(query.cursor),
          next: nextCursor && address(nextCursor),
          zines: await withCatalogDetails(readPool, zines),
        }
        return JSON.stringify(catalogPage(page))
      }
      return send(reply, await concurrencyLimits.withReadSlot(request, load))
    },
  )

  app.get(
    '/opds/zines/:id.json',
    { schema: { hide: true, params: idParams }, ...publicRoute },
    async (request, reply) => {
      const zine = await concurrencyLimits.withReadSlot(request, () =>
        openZine(request.readPool, null, request.params.id),
      )
      const catalogEntry = catalogZine(zine)
      if (isReadOnSite(catalogEntry)) throw apiError('not_found', readOnSiteMessage)
      return send(reply, JSON.stringify(manifest(zine, publicUrl)), manifestType(catalogEntry))
    },
  )
}

const readOnSiteMessage =
  'This zine has a content note that readers must accept first, so it can only be read on its page.'

const publicRoute = { onRequest: allowAnyOrigin, config: { reads: 'primary first' } } as const

const send = (reply: FastifyReply, json: string, type = opdsType) =>
  reply.header('cache-control', 'public, max-age=60').type(`${type}; charset=utf-8`).send(json)

type CatalogQuery = { text: string; popular: boolean; filters: Filters; cursor: string | null }

function zinesAddress({ text, popular, filters, cursor }: CatalogQuery) {
  const query = new URLSearchParams()
  if (text) query.set('query', text)
  if (popular) query.set('filter', 'popular')
  writeFilters(query, filters)
  if (cursor) query.set('cursor', cursor)
  return query.size > 0 ? `/opds/zines?${query}` : '/opds/zines'
}

const detailsStatement = statement<CatalogDetails & { id: string }, [ids: string[]]>(
  'catalog-details',
  `select z.id, coalesce(zd.details, '{}') as details, z.may_print as "mayPrint",
     z.reading_direction as "readingDirection", to_json(z.edited_at) as "editedAt", pages.notes as "pageNotes",
     pages.texts
   from zines z left join zine_details zd on zd.zine_id = z.id
   cross join lateral (
     select coalesce(array_agg(content_note order by position) filter (where content_note <> ''), '{}') as notes,
       json_build_object(
         'isVideo', coalesce(bool_or(m.kind = 'video'), false), 'pages', count(*),
         'described', count(*) filter (where alt_text <> ''), 'transcribed', count(*) filter (where transcript <> ''),
         'captioned', count(*) filter (where m.kind = 'video' and exists (select from captions c where c.zine_id = z.id)),
         'readable', count(*) filter (where ${isReadable})) as texts
     from zine_pages zp join media m on m.id = zp.media_id where zp.zine_id = z.id
   ) pages
   where z.id = any($1::uuid[])`,
)

async function withCatalogDetails(pool: pg.Pool, zines: Zine[]): Promise<CatalogZine[]> {
  const rows = await detailsStatement(
    pool,
    zines.map(({ id }) => id),
  )
  const detailsById = new Map(rows.map((row) => [row.id, row]))
  return zines.flatMap((zine) => {
    const details = detailsById.get(zine.id)
    return details ? [{ ...zine, ...details }] : []
  })
}
