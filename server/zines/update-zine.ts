import { isDeepStrictEqual } from 'node:util'
import { msg, plural } from '@lingui/core/runtime-macro'
import type { z } from 'zod'
import { printings } from '#contract/limits.ts'
import { pictureHashes } from '#contract/page-recipe.ts'
import { paperOfRatio } from '#contract/paper-formats.ts'
import * as contract from '#contract/publishing.ts'
import type { Config } from '#server/config/config.ts'
import type { Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { removeUnusedMedia } from '#server/media/media.queries.ts'
import { restrictZine } from '#server/media/restricted-media.ts'
import { indexZines } from '#server/search/indexing.ts'
import { assertCaptionsFit, assertCaptionsOnVideo } from './captions.ts'
import {
  hasDetails,
  listUnpublishedMedia,
  lockCreator,
  noteColumns,
  pageColumns,
  writeDetails,
} from './publish-zine.queries.ts'
import {
  assertMatchesSource,
  assertOneKind,
  matchPages,
  mediaNotFreeError,
  type PageInput,
  type PublishingLimits,
  toPageInputs,
} from './publish-zine.ts'
import { matchPictures } from './recipe-pictures.ts'
import {
  addPrinting,
  type CurrentZine,
  dropHiddenCovers,
  lockZine,
  type NewPrinting,
  replacePages,
  writeZine,
} from './update-zine.queries.ts'

type Update = z.output<NonNullable<typeof contract.updateZine.body>>
type UpdateContext = {
  zineId: string
  ownerId: string
  config: Pick<Config, 'longZinePages'> & PublishingLimits
}

/** `behind` if the update is based on an older version. An update without changes is `done`, so clients can safely retry. */
export async function updateZine(tx: Tx, { zineId, ownerId, config }: UpdateContext, update: Update) {
  await lockCreator(tx, ownerId)
  const zine = await lockZine(tx, zineId, ownerId)
  if (!zine) return 'absent'
  const pageInputs = update.pages && toPageInputs(update.pages, zine.pages)
  if (isUnchanged(zine, update, pageInputs) && (await hasSameDetails(tx, zine, update))) return 'done'
  if (update.version !== zine.version) return 'behind'
  const note = update.printingNote || null
  await writeZine(tx, zineId, {
    title: update.title,
    description: update.description,
    aspect_ratio: update.aspectRatio,
    paper: newPaper(zine, update),
    reading_direction: update.readingDirection,
    may_print: update.mayPrint,
    ...(update.contentNote !== undefined && noteColumns(update.contentNote)),
    ...(pageInputs && (await changePages(tx, zine, { pageInputs, note, contentNote: update.contentNote, config }))),
  })
  if (update.details) await writeDetails(tx, zine, update.details)
  if (zine.hiddenAt) await restrictZine(tx, zineId)
  await indexZines(tx, [zineId])
  return 'done'
}

const newPaper = (zine: CurrentZine, { paper, aspectRatio }: Update) =>
  paper ?? (aspectRatio && aspectRatio !== zine.aspectRatio ? paperOfRatio(aspectRatio) : undefined)

const scalarFields = ['title', 'description', 'aspectRatio', 'paper', 'readingDirection', 'mayPrint'] as const

const isUnchanged = (zine: CurrentZine, update: Update, pageInputs: PageInput[] | undefined) =>
  scalarFields.every((field) => update[field] === undefined || update[field] === zine[field]) &&
  (!pageInputs || isDeepStrictEqual(pageInputs.map(contentOf), zine.pages.map(contentOf)))

const contentOf = ({ pageId, hash, altText, transcript, contentNote, captions, recipe }: PageInput) => [
  pageId,
  hash,
  altText,
  transcript,
  contentNote,
  captions,
  recipe,
]

async function hasSameDetails(tx: Tx, zine: CurrentZine, { details, contentNote }: Update) {
  const isNoteUnchanged = contentNote === undefined || isDeepStrictEqual(contentNote, zine.contentNote)
  return isNoteUnchanged && (!details || (await hasDetails(tx, zine.id, details)))
}

type NewPages = NewPrinting & { pageInputs: PageInput[]; config: UpdateContext['config'] }

/** Adding or removing pictures creates a new printing. Deletes media no longer used. Returns the zine's page columns. */
async function changePages(tx: Tx, zine: CurrentZine, { pageInputs, config, ...printing }: NewPages) {
  assertPageCount(pageInputs.length, Math.max(config.longZinePages, zine.pages.length))
  const { pages, pictureIds } = await matchPageMedia(tx, zine, pageInputs)
  assertOneKind(pages.map(({ media }) => media.kind))
  assertMatchesSource(pages, config)
  assertCaptionsOnVideo(pages)
  await assertCaptionsFit(tx, { ownerId: zine.creatorId, pages, current: zine.pages }, config.memberQuotaMb)
  const usedMediaIds = new Set(pages.map(({ media }) => media.id))
  const removedIds = zine.pages.map(({ id }) => id).filter((id) => !usedMediaIds.has(id))
  const formerPictureIds = zine.pictures.map(({ id }) => id)
  const isNewPrinting = removedIds.length > 0 || usedMediaIds.size > zine.pages.length
  if (isNewPrinting) await addNewPrinting(tx, zine, printing)
  const newPages = pages.map(({ media, ...content }) => ({ mediaId: media.id, ...content }))
  await replacePages(tx, zine.id, { pages: newPages, pictureIds })
  const hiddenCovers = pageInputs.some(({ contentNote }) => contentNote) ? await dropHiddenCovers(tx, zine.id) : []
  await removeUnusedMedia(tx, [...removedIds, ...formerPictureIds, ...hiddenCovers])
  return { ...pageColumns(pages), ...(isNewPrinting && { printing: zine.printing + 1 }) }
}

/** The media of each page and recipe: a picture of this zine, otherwise an unused upload with the same content. */
async function matchPageMedia(tx: Tx, { creatorId, pages, pictures }: CurrentZine, pageInputs: PageInput[]) {
  const hashes = pageInputs.map(({ hash }) => hash)
  const uploads = await listUnpublishedMedia(tx, creatorId, [...hashes, ...pictureHashes(pageInputs)])
  const pageIds = new Set(pages.map(({ id }) => id))
  const ownMedia = [...pages, ...pictures.filter(({ id }) => !pageIds.has(id)), ...uploads]
  const matched = matchPages(pageInputs, ownMedia)
  if (!matched) throw await mediaNotFreeError(tx, creatorId, hashes)
  return { pages: matched, pictureIds: await matchPictures(tx, creatorId, { pages: pageInputs, uploads: ownMedia }) }
}

async function addNewPrinting(tx: Tx, zine: CurrentZine, newPrinting: NewPrinting) {
  if (zine.printing >= printings) throw tooManyPrintings()
  await addPrinting(tx, zine, newPrinting)
}

function assertPageCount(pages: number, max: number) {
  if (pages > max) throw apiError('invalid_request', contract.tooManyPages(max))
}

const tooManyPrintings = () =>
  apiError(
    'quota_reached',
    msg`This zine has ${plural({ printings }, { one: '# printing', other: '# printings' })}, the maximum. You can still change its words and the order of its pages.`,
  )
