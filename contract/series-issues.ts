import { z } from 'zod'
import { endpoint, id, idParams, nextCursor, pageQuery } from './endpoint.ts'
import * as limits from './limits.ts'
import { Zine, ZineCreator } from './zines.ts'

/** Counting stops at this limit. A longer series shows the limit. */
const issueCount = z.int().max(limits.countedIssues)

export const Series = z.object({
  title: z.string(),
  /** The newest issue gives the title and its language. */
  language: z.string().nullable(),
  slug: z.string(),
  issueCount,
  creator: ZineCreator,
})
export type Series = z.infer<typeof Series>

const invalidSeriesAddress = 'This is not the URL of a series.'

export const seriesParams = z.strictObject({
  id,
  slug: z
    .string()
    .min(1)
    .max(limits.seriesSlug, invalidSeriesAddress)
    .refine((slug) => slug.isWellFormed() && !slug.includes('\u0000'), invalidSeriesAddress),
})

export const listSeries = endpoint({
  name: 'listSeries',
  method: 'GET',
  path: '/api/users/:id/series',
  tag: 'Zines',
  summary: `The series of a creator in alphabetical order, at most ${limits.listedSeries}`,
  access: 'anyone',
  reads: 'replica',
  params: idParams,
  response: z.object({ series: z.array(Series.omit({ creator: true })) }),
})

export const readSeries = endpoint({
  name: 'readSeries',
  method: 'GET',
  path: '/api/users/:id/series/:slug',
  tag: 'Zines',
  summary: 'A series of a creator, by its slug',
  access: 'anyone',
  reads: 'replica',
  params: seriesParams,
  response: z.object({ series: Series }),
})

export const listIssues = endpoint({
  name: 'listIssues',
  method: 'GET',
  path: '/api/users/:id/series/:slug/zines',
  tag: 'Zines',
  summary: 'The issues of a series, by number, then by publication',
  access: 'anyone',
  reads: 'replica',
  params: seriesParams,
  query: z.strictObject(pageQuery),
  response: z.object({ zines: z.array(Zine), nextCursor }),
})
