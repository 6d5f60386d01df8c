import { z } from 'zod'
import { aspectRatios } from './aspect-ratios.ts'
import { claimedId, done, endpoint, id, idParams, nextCursor, pageQuery, text } from './endpoint.ts'
import * as limits from './limits.ts'
import { ZinePage } from './media.ts'

export const ZineCreator = z.object({
  id,
  username: z.string(),
  profileImageUrl: z.string().nullable(),
})

/** A zine as lists show it: its cover stands for it. */
export const Zine = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  imageUrl: z.string().nullable(),
  mediaUrls: z.array(z.string().nullable()),
  aspectRatio: z.enum(aspectRatios),
  creatorId: id,
  createdAt: z.iso.datetime({ offset: true }),
  isFavorited: z.boolean(),
  favoriteCount: z.number().int(),
  creator: ZineCreator,
  cover: ZinePage.nullable(),
})
export type Zine = z.infer<typeof Zine>

/** `printWidth` is of the picture that whoever asks may print; null where there is none for them. */
const OpenPage = ZinePage.extend({ printWidth: z.number().int().nullable() })

/** A zine opened: every page with its words for people who cannot see it. */
export const OpenZine = Zine.extend({
  /** Whether readers may print it. Its maker always may. */
  mayPrint: z.boolean(),
  pages: z.array(OpenPage),
})
export type OpenZine = z.infer<typeof OpenZine>

export const ZineList = z.object({ zines: z.array(Zine), nextCursor })
export type ZineList = z.infer<typeof ZineList>

export const listZines = endpoint({
  name: 'listZines',
  method: 'GET',
  path: '/api/zines',
  tag: 'Zines',
  summary: 'The newest zines',
  access: 'anyone',
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
  params: idParams,
  response: z.object({ zine: OpenZine }),
})

const pageNumber = z.coerce
  .number<number>('A page is a whole number.')
  .int('A page is a whole number.')
  .min(1, 'Pages are counted from 1.')
  .max(1000, 'No zine has so many pages.')

export const readPrintPicture = endpoint({
  name: 'readPrintPicture',
  method: 'GET',
  path: '/api/zines/:id/pages/:page/print.jpg',
  tag: 'Zines',
  summary:
    'The picture that a page, counted from 1, is printed from: JPEG, or WebP where none was kept for paper. For the maker, and for everybody where mayPrint is true',
  access: 'anyone',
  params: z.strictObject({ id, page: pageNumber }),
  response: z.any(),
})

const mediaFile = z.union(
  [
    z.string().max(500),
    z.strictObject({
      url: z.string().max(500),
      altText: text('The description of a page', limits.altText).default(''),
    }),
  ],
  'Each media file must be an address, or an object with url and altText.',
)

export const publishZine = endpoint({
  name: 'publishZine',
  method: 'POST',
  changes: 'public',
  path: '/api/zines',
  tag: 'Zines',
  summary: 'Publish a zine from media the viewer uploaded: one to five images, or one video',
  access: 'member',
  status: 201,
  body: z.strictObject({
    title: text('The title', limits.zineTitle).refine((title) => title !== '', 'A zine needs a title.'),
    description: text('The description', limits.zineDescription)
      .nullish()
      .transform((description) => description || null),
    aspectRatio: z.enum(aspectRatios, 'aspectRatio must be 1:1, 4:5 or 9:16.'),
    creatorId: claimedId,
    mayPrint: z.boolean('mayPrint must be true or false.').default(false),
    mediaFiles: z
      .array(mediaFile)
      .min(1, 'A zine needs at least one image or a video.')
      .max(limits.zineImages, 'You can upload up to 5 images or 1 video.'),
  }),
  response: z.object({ zine: OpenZine }),
})

export const deleteZine = endpoint({
  name: 'deleteZine',
  method: 'DELETE',
  changes: 'public',
  path: '/api/zines/:id',
  tag: 'Zines',
  summary: 'Delete one of the viewer’s zines, with its media',
  access: 'member',
  params: idParams,
  body: z.strictObject({ userId: claimedId }).nullish(),
  response: done,
})

export const listUserZines = endpoint({
  name: 'listUserZines',
  method: 'GET',
  path: '/api/users/:id/zines',
  tag: 'Zines',
  summary: 'The zines of one creator, newest first',
  access: 'anyone',
  params: idParams,
  query: z.strictObject({ ...pageQuery }),
  response: ZineList,
})
