import { z } from 'zod'
import { aspectRatios, readingDirections } from './aspect-ratios.ts'
import { zineCaptions } from './captions.ts'
import { ContentNote, Details } from './details.ts'
import { endpoint, id, idParams, nextCursor, pageQuery, timestamp } from './endpoint.ts'
import { ZinePage } from './media.ts'
import { paperColours, storedRecipe } from './page-recipe.ts'
import { paperFormats } from './paper-names.ts'

export const ZineCreator = z.object({
  id,
  username: z.string(),
  profileImageUrl: z.string().nullable(),
})

/** The language of a zine's texts. It is null if its creator declared none or several. */
const language = z.string().nullable()

export const Zine = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  language,
  imageUrl: z.string().nullable(),
  mediaUrls: z
    .array(z.string().nullable())
    .describe('The URLs of all pages. Lists contain the first five, and pageCount.'),
  pageCount: z.number().int(),
  aspectRatio: z.enum(aspectRatios),
  paper: z.enum(paperFormats),
  creatorId: id,
  createdAt: timestamp,
  isFavorited: z.boolean(),
  favoriteCount: z.number().int(),
  creator: ZineCreator,
  cover: ZinePage.nullable(),
  contentNote: ContentNote.nullable(),
})
export type Zine = z.infer<typeof Zine>

const FullZinePage = ZinePage.extend({
  id,
  transcript: z.string(),
  captions: zineCaptions,
  /** Pixels of the print picture; null if the viewer may not print it. */
  printWidth: z.number().int().nullable(),
  /**
   * The color of the paper of a page made on the site, by which each pixel can be divided to print it on such paper. It is null
   * for white paper, and for pages with photos, which hide the paper.
   */
  paperColour: z.enum(paperColours).nullable(),
  /** The recipe of a page made on the site. It is null for readers, who do not need it. */
  recipe: storedRecipe,
})
export type FullZinePage = z.infer<typeof FullZinePage>

/** Adding or removing pictures creates a new printing. */
export const Printing = z.object({
  number: z.number().int(),
  note: z.string().nullable(),
  printedAt: timestamp,
  coverUrl: z.string().nullable(),
})
export type Printing = z.infer<typeof Printing>

/** Set if an operator has hidden the zine. Only its creator sees it. */
export const Hidden = z.object({ at: timestamp, reason: z.string() })

const AdjacentIssue = z.object({ id, title: z.string(), language, issue: z.string().nullable() })

/** The position in the creator's series, ordered by issue number, then by creation. */
export const IssueOfSeries = z.object({
  title: z.string(),
  /** The slug in `/profile/{creatorId}/series/{slug}`. */
  slug: z.string(),
  previous: AdjacentIssue.nullable(),
  next: AdjacentIssue.nullable(),
})
export type IssueOfSeries = z.infer<typeof IssueOfSeries>

export const FullZine = Zine.extend({
  /** Whether readers may print the zine. Its creator always may. */
  mayPrint: z.boolean(),
  readingDirection: z.enum(readingDirections),
  /** Increases with each change by its creator. */
  version: z.number().int(),
  printing: z.number().int(),
  /** Latest first; empty if the zine has had one printing. */
  printings: z.array(Printing),
  editedAt: timestamp.nullable(),
  pages: z.array(FullZinePage),
  details: Details,
  series: IssueOfSeries.nullable(),
  hidden: Hidden.optional(),
})
export type FullZine = z.infer<typeof FullZine>

export const ZineList = z.object({ zines: z.array(Zine), nextCursor })
export type ZineList = z.infer<typeof ZineList>

export const listZines = endpoint({
  name: 'listZines',
  method: 'GET',
  path: '/api/zines',
  tag: 'Zines',
  summary: 'The newest zines',
  access: 'anyone',
  reads: 'replica',
  query: z.strictObject({ ...pageQuery }),
  response: ZineList,
})

export const readZine = endpoint({
  name: 'readZine',
  method: 'GET',
  path: '/api/zines/:id',
  tag: 'Zines',
  summary: 'One zine with all its pages',
  access: 'anyone',
  reads: 'replica',
  params: idParams,
  response: z.object({
    zine: FullZine,
    /** Present only if the viewer has hidden the zine or blocked its creator. */
    isUnwanted: z.literal(true).optional(),
    isBlocked: z.literal(true).optional(),
  }),
})

const pageNumber = z.coerce
  .number<number>('The page must be a whole number.')
  .int('The page must be a whole number.')
  .min(1, 'Page numbers start at 1.')
  .max(1000, 'No zine has that many pages.')

export const readPrintPicture = endpoint({
  name: 'readPrintPicture',
  method: 'GET',
  path: '/api/zines/:id/pages/:page/print.jpg',
  tag: 'Zines',
  summary:
    'The print picture of a page, counted from 1: JPEG, or WebP if no print picture is stored. For the creator, and for everyone if mayPrint is true',
  access: 'anyone',
  reads: 'replica',
  params: z.strictObject({ id, page: pageNumber }),
  response: z.any(),
})

export const listUserZines = endpoint({
  name: 'listUserZines',
  method: 'GET',
  path: '/api/users/:id/zines',
  tag: 'Zines',
  summary: 'The zines of one creator, newest first',
  access: 'anyone',
  reads: 'replica',
  params: idParams,
  query: z.strictObject({ ...pageQuery }),
  response: ZineList,
})

export const surprise = endpoint({
  name: 'surprise',
  method: 'GET',
  path: '/api/zines/surprise',
  tag: 'Zines',
  summary: 'A random zine; null if there are none',
  access: 'anyone',
  reads: 'replica',
  response: z.object({ zine: Zine.nullable() }),
})
