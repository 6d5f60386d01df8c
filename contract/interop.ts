import { z } from 'zod'
import { endpoint, idParams, pageQuery } from './endpoint.ts'
import { filterQuery, searchText } from './search.ts'

export const recordFormats = ['dublincore', 'zinecore2'] as const

export const readRecord = endpoint({
  name: 'readRecord',
  method: 'GET',
  path: '/api/zines/:id/record',
  tag: 'Zines',
  summary: 'A catalog record of a zine: Dublin Core as XML (oai_dc), or ZineCore2 as JSON-LD',
  access: 'anyone',
  reads: 'replica',
  params: idParams,
  query: z.strictObject({
    as: z.enum(recordFormats, `as must be one of ${recordFormats.join(', ')}.`).default('dublincore'),
  }),
  response: z.any(),
})

export const downloadComic = endpoint({
  name: 'downloadComic',
  method: 'GET',
  path: '/api/zines/:id/zine.cbz',
  tag: 'Zines',
  summary:
    'A zine as a file for comic apps (CBZ with ComicInfo.xml), with its print pictures. For the creator, and for everyone if mayPrint is true',
  access: 'anyone',
  reads: 'replica',
  params: idParams,
  response: z.any(),
})

const filter = z.literal('popular', 'filter can only be popular.').optional()

/** The query of `searchZines`, without paging. */
export const feedQuery = z.strictObject({ search: searchText, filter, ...filterQuery })

/** OPDS 2.0 §3 calls the search text `query`. */
export const catalogQuery = z.strictObject({
  query: searchText,
  filter,
  ...filterQuery,
  cursor: pageQuery.cursor,
})
export const creatorCatalogQuery = z.strictObject({ cursor: pageQuery.cursor })
