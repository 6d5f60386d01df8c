import { msg, plural } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { aspectRatios, readingDirections } from './aspect-ratios.ts'
import { captionsInput } from './captions.ts'
import { contentNoteInput, Details, pageContentNote } from './details.ts'
import {
  claimedId,
  endpoint,
  id,
  idParams,
  messageOfOption,
  successResponse,
  text,
  untrimmedText,
  version,
} from './endpoint.ts'
import * as limits from './limits.ts'
import { checkRecipes, recipeInput } from './page-recipe.ts'
import { paperFormats } from './paper-names.ts'
import { FullZine } from './zines.ts'

export const pageTexts = z.strictObject({
  altText: text('The description of a page', limits.altText).default(''),
  transcript: text('The words on a page', limits.transcript).default(''),
  contentNote: pageContentNote,
})

/** What the browser knows about the file (spec §3). Compared with the media, never stored. */
const sourceFile = {
  type: z
    .string('type must be text.')
    .max(100, 'type must be at most 100 characters long.')
    .regex(/^(image|video)\//i, say(msg`Please select image or video files only.`))
    .optional(),
  size: z.int('size must be a whole number.').min(1, say(msg`The file is empty.`)).optional(),
  name: untrimmedText('The name of a file', limits.fileName).optional(),
}

const mediaFile = z.union(
  [
    z.string().max(500),
    pageTexts.extend({
      /** Without it, a page with the same picture keeps its id. */
      id: id.optional(),
      url: z.string().max(500),
      /** Without it, a page with the same video keeps its captions. */
      captions: captionsInput.optional(),
      recipe: recipeInput.optional(),
      ...sourceFile,
    }),
  ],
  messageOfOption(() => 1, 'Each media file must be a URL, or an object with url and altText.'),
)

/** Ids are those of a zine’s pages only, so another zine may use the same ones. */
export function haveOwnIds(pages: readonly { id?: string | undefined }[]) {
  const ids = pages.flatMap((page) => page.id ?? [])
  return new Set(ids).size === ids.length
}

export const ownIdsMessage = 'Each page needs an id of its own.'

const mediaFiles = z
  .array(mediaFile)
  .min(1, say(msg`A zine needs at least one image or a video.`))
  .check(checkRecipes)
  .refine((files) => haveOwnIds(files.filter((file) => typeof file !== 'string')), ownIdsMessage)

const title = text('The title', limits.zineTitle).refine((value) => value !== '', say(msg`A zine needs a title.`))
const description = text('The description', limits.zineDescription)
  .nullable()
  .transform((value) => value || null)
export const zineTexts = z.object({
  title,
  description,
  details: Details.default({}),
  contentNote: contentNoteInput.default(null),
})

const aspectRatio = z.enum(aspectRatios, 'aspectRatio must be 1:1, 4:5 or 9:16.')
export const paperInput = z.enum(paperFormats, `The paper format must be one of ${paperFormats.join(', ')}.`)
const readingDirection = z.enum(readingDirections, 'readingDirection must be ltr or rtl.')
const mayPrint = z.boolean('mayPrint must be true or false.')

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
    title,
    description: description.nullish().transform((value) => value ?? null),
    aspectRatio,
    /** Without it, the paper has the aspect ratio. */
    paper: paperInput.optional(),
    creatorId: claimedId,
    mayPrint: mayPrint.default(false),
    readingDirection: readingDirection.default('ltr'),
    details: Details.default({}),
    contentNote: contentNoteInput.default(null),
    mediaFiles: mediaFiles.max(
      limits.zineImages,
      say(
        msg`You can upload up to ${{ zineImages: limits.zineImages }} images or ${{ zineVideos: limits.zineVideos }} video.`,
      ),
    ),
  }),
  response: z.object({ zine: FullZine }),
})

export const tooManyPages = (max: number) =>
  msg`A zine can have at most ${plural({ max }, { one: '# page', other: '# pages' })}.`

const pages = mediaFiles.max(limits.longZinePagesMax, say(tooManyPages(limits.longZinePagesMax)))

export const updateZine = endpoint({
  name: 'updateZine',
  method: 'PUT',
  changes: 'public',
  path: '/api/zines/:id',
  tag: 'Zines',
  summary:
    'Change one of the viewer’s zines; all or nothing. Send all pages in order: pictures of the zine ' +
    'or new uploads. Adding or removing pictures makes a new printing. An outdated version is rejected (409) with the current zine',
  access: 'member',
  params: idParams,
  body: z.strictObject({
    version,
    title: title.optional(),
    description: description.optional(),
    aspectRatio: aspectRatio.optional(),
    /** Without it, a new aspect ratio also becomes the paper. */
    paper: paperInput.optional(),
    readingDirection: readingDirection.optional(),
    mayPrint: mayPrint.optional(),
    /** Replaces all details: an omitted detail is removed. */
    details: Details.optional(),
    contentNote: contentNoteInput.optional(),
    /** Stored only with a new printing. */
    printingNote: text('The note on a printing', limits.printingNote).optional(),
    pages: pages.optional(),
    userId: claimedId,
  }),
  response: z.object({ zine: FullZine }),
  conflict: FullZine,
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
  response: successResponse,
})
