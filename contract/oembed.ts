import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const maxDimension = (name: string) =>
  z.preprocess(
    (value) => value || undefined,
    z.coerce
      .number(`${name} must be a whole number.`)
      .int(`${name} must be a whole number.`)
      .min(1, `${name} must be at least 1.`)
      .max(100_000, `${name} must be at most 100000.`)
      .optional(),
  )

const thumbnail = {
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.number().int().optional(),
  thumbnail_height: z.number().int().optional(),
}

const sharedFields = {
  version: z.literal('1.0'),
  title: z.string(),
  author_name: z.string(),
  author_url: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  cache_age: z.number().int(),
  ...thumbnail,
}

export const Embed = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('photo'),
    ...sharedFields,
    url: z.string(),
    width: z.number().int(),
    height: z.number().int(),
  }),
  z.object({ type: z.literal('link'), ...sharedFields }),
])
export type Embed = z.infer<typeof Embed>

export const readEmbed = endpoint({
  name: 'readEmbed',
  method: 'GET',
  path: '/api/oembed',
  tag: 'Feeds',
  summary: 'The embed data of a zine or profile URL for other sites (oEmbed 1.0, as JSON)',
  access: 'anyone',
  reads: 'replica',
  // Consumers add parameters of their own, such as dnt=1 by WordPress.
  query: z.object({
    url: z.string('url must be a URL of this site.').max(2000, 'url is too long.'),
    maxwidth: maxDimension('maxwidth'),
    maxheight: maxDimension('maxheight'),
    format: z.string().max(40, 'format can only be json.').default('json'),
  }),
  response: Embed,
})
