import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { aspectRatios, readingDirections } from './aspect-ratios.ts'
import { captionsInput, draftCaptions } from './captions.ts'
import { DraftDetails, draftContentNote, draftPageContentNote } from './details.ts'
import {
  endpoint,
  id,
  idParams,
  successResponse,
  timestamp,
  timestampInput,
  untrimmedText,
  version,
} from './endpoint.ts'
import * as limits from './limits.ts'
import { checkRecipes, recipeInput, storedRecipe } from './page-recipe.ts'
import { haveOwnIds, ownIdsMessage, paperInput, tooManyPages } from './publishing.ts'
import { FullZine } from './zines.ts'

/** Texts stay untrimmed so that the caret stays in place. */
const draftPageInput = z.object({
  /** Stays the same while the page’s picture and texts change. Without it, a page with the same picture keeps its id. */
  id: id.optional(),
  url: z.string('A page needs the URL of its image.').max(500, 'This is not the URL of a page.'),
  altText: untrimmedText('The description of a page', limits.altText).default(''),
  transcript: untrimmedText('The words on a page', limits.transcript).default(''),
  contentNote: draftPageContentNote,
  /** The text comes from a PDF and has not been reviewed. */
  isFromDocument: z.boolean('isFromDocument must be true or false.').default(false),
  /** Without its recipe or its captions, a page with the same picture or video keeps them. */
  recipe: recipeInput.optional(),
  captions: captionsInput.optional(),
})

const draftFields = {
  title: untrimmedText('The title', limits.zineTitle).default(''),
  description: untrimmedText('The description', limits.zineDescription).default(''),
  aspectRatio: z.enum(aspectRatios, 'aspectRatio must be 1:1, 4:5 or 9:16.').default('4:5'),
  paper: paperInput.default('pictures'),
  readingDirection: z.enum(readingDirections, 'readingDirection must be ltr or rtl.').default('ltr'),
  mayPrint: z.boolean('mayPrint must be true or false.').default(false),
  details: DraftDetails.default({}),
  contentNote: draftContentNote,
  /** The number of pages already placed from each PDF, by PDF id. */
  placed: z
    .record(id, z.int().min(0).max(1000))
    .refine((placed) => Object.keys(placed).length <= 50, 'A draft can have at most 50 PDFs.')
    .default({}),
}

export const DraftInput = z.strictObject({
  ...draftFields,
  pages: z
    .array(draftPageInput)
    .max(limits.longZinePagesMax, say(tooManyPages(limits.longZinePagesMax)))
    .check(checkRecipes)
    .refine(haveOwnIds, ownIdsMessage)
    .default([]),
})
export type DraftInput = z.infer<typeof DraftInput>

export const DraftPage = draftPageInput.extend({
  id,
  recipe: storedRecipe,
  captions: draftCaptions,
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  placeholder: z.string().nullable(),
})
export type DraftPage = z.infer<typeof DraftPage>

export const DraftContent = z.object({ ...draftFields, pages: z.array(DraftPage) })
export type DraftContent = z.infer<typeof DraftContent>

/** The id of a page that was stored before pages had ids. */
export const formerPageId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/** An unpublished zine. Each change of its content or time increases `version`. */
export const Draft = z.object({
  id,
  /** The id that the zine will have. */
  zineId: id,
  projectId: id.nullable(),
  version: z.number().int(),
  content: DraftContent,
  publishAt: timestamp.nullable(),
  /** Why scheduled publishing failed, and the same in the language that its creator then had. */
  refusal: z.string().nullable(),
  refusalTranslation: z.string().nullish(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Draft = z.infer<typeof Draft>

export const DraftTicket = z.object({
  id,
  projectId: id.nullable(),
  title: z.string(),
  language: z.string().nullable(),
  coverUrl: z.string().nullable(),
  pageCount: z.number().int(),
  publishAt: timestamp.nullable(),
  refusal: z.string().nullable(),
  refusalTranslation: z.string().nullish(),
  updatedAt: timestamp,
})
export type DraftTicket = z.infer<typeof DraftTicket>

const DraftResponse = z.object({ draft: Draft })

export const listDrafts = endpoint({
  name: 'listDrafts',
  method: 'GET',
  path: '/api/users/:id/drafts',
  tag: 'Drafts',
  summary: 'The viewer’s drafts, most recently changed first',
  access: 'member',
  params: idParams,
  response: z.object({ drafts: z.array(DraftTicket) }),
})

export const createDraft = endpoint({
  name: 'createDraft',
  method: 'POST',
  changes: 'private',
  path: '/api/drafts',
  tag: 'Drafts',
  summary:
    'Create a draft, optionally from a project; idempotent for the same id. ' +
    `A member can have ${limits.memberDrafts}`,
  access: 'member',
  status: 201,
  body: z.strictObject({ id: id.optional(), projectId: id.optional(), content: DraftInput.optional() }),
  response: DraftResponse,
})

export const readDraft = endpoint({
  name: 'readDraft',
  method: 'GET',
  path: '/api/drafts/:id',
  tag: 'Drafts',
  summary: 'One of the viewer’s drafts',
  access: 'member',
  params: idParams,
  response: DraftResponse,
})

export const updateDraft = endpoint({
  name: 'updateDraft',
  method: 'PUT',
  changes: 'private',
  path: '/api/drafts/:id',
  tag: 'Drafts',
  summary:
    'Save a draft. An outdated version is rejected (409) with the current draft. ' +
    'Pages are images the viewer uploaded; an imported draft may instead be one video',
  access: 'member',
  params: idParams,
  body: z.strictObject({ version, content: DraftInput }),
  response: DraftResponse,
  conflict: Draft,
})

export const scheduleDraft = endpoint({
  name: 'scheduleDraft',
  method: 'PUT',
  changes: 'private',
  path: '/api/drafts/:id/schedule',
  tag: 'Drafts',
  summary: `Schedule publication of a draft within ${limits.scheduleDays} days, or cancel it`,
  access: 'member',
  params: idParams,
  body: z.strictObject({ version, publishAt: timestampInput.nullable() }),
  response: DraftResponse,
  conflict: Draft,
})

export const publishDraft = endpoint({
  name: 'publishDraft',
  method: 'POST',
  changes: 'public',
  path: '/api/drafts/:id/publish',
  tag: 'Drafts',
  summary: 'Publish a draft and delete it; idempotent: a repeated call returns the published zine',
  access: 'member',
  status: 201,
  params: idParams,
  body: z.strictObject({ version }),
  response: z.object({ zine: FullZine }),
  conflict: Draft,
})

export const deleteDraft = endpoint({
  name: 'deleteDraft',
  method: 'DELETE',
  changes: 'private',
  path: '/api/drafts/:id',
  tag: 'Drafts',
  summary: 'Delete a draft with its pages and PDFs',
  access: 'member',
  params: idParams,
  response: successResponse,
})
