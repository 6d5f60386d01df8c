import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { printings } from '#contract/limits.ts'
import { paperOfRatio } from '#contract/paper-formats.ts'
import type * as contract from '#contract/publishing.ts'
import type { Config } from '#server/config/config.ts'
import type { Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { removeUnusedMedia } from '#server/media/media.queries.ts'
import { restrictZine } from '#server/media/restricted-media.ts'
import { indexZines } from '#server/search/indexing.ts'
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
  type FileSizeLimits,
  matchPages,
  mediaNotFreeError,
  type PageInput,
  toPageInputs,
} from './publish-zine.ts'
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
  config: Pick<Config, 'longZinePages'> & FileSizeLimits
}

/** `behind` if the update is based on an older version. An update without changes is `done`, so clients can safely retry. */
export async function updateZine(tx: Tx, { zineId, ownerId, config }: UpdateContext, update: Update) {
  await lockCreator(tx, ownerId)
  const zine = await lockZine(tx, zineId, ownerId)
  if (!zine) return 'absent'
  const pageInputs = update.pages && toPageInputs(update.pages)
  if (isUnchanged(zine, update, pageInputs) && (await hasSameDetails(tx, zine, update))) return 'done'
  if (update.version !== zine.version) return 'behind'
  const note = update.printingNote || null
  await writeZine(tx, zineId, {
    ...{ title: update.title, description: update.description, aspect_ratio: update.aspectRatio },
    ...{ paper: newPaper(zine, update), reading_direction: update.readingDirection, may_print: update.mayPrint },
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
  (!pageInputs || JSON.stringify(pageInputs.map(inOrder)) === JSON.stringify(zine.pages.map(inOrder)))

const inOrder = ({ hash, altText, transcript, contentNote }: PageInput) => [hash, altText, transcript, contentNote]

async function hasSameDetails(tx: Tx, zine: CurrentZine, { details, contentNote }: Update) {
  const isNoteUnchanged = contentNote === undefined || isDeepStrictEqual(contentNote, zine.contentNote)
  return isNoteUnchanged && (!details || (await hasDetails(tx, zine.id, details)))
}

type NewPages = NewPrinting & { pageInputs: PageInput[]; config: UpdateContext['config'] }

/** Adding or removing pictures creates a new printing. Deletes media no longer used. Returns the zine's page columns. */
async function changePages(tx: Tx, zine: CurrentZine, { pageInputs, config, ...printing }: NewPages) {
  assertPageCount(pageInputs.length, Math.max(config.longZinePages, zine.pages.length))
  const pages = await matchPageMedia(tx, zine, pageInputs)
  assertOneKind(pages.map(({ media }) => media.kind))
  assertMatchesSource(pages, config)
  const usedMediaIds = new Set(pages.map(({ media }) => media.id))
  const removedIds = zine.pages.map(({ id }) => id).filter((id) => !usedMediaIds.has(id))
  const isNewPrinting = removedIds.length > 0 || usedMediaIds.size > zine.pages.length
  if (isNewPrinting) await addNewPrinting(tx, zine, printing)
  await replacePages(
    tx,
    zine.id,
    pages.map(({ media, ...texts }) => ({ mediaId: media.id, ...texts })),
  )
  const hiddenCovers = pageInputs.some(({ contentNote }) => contentNote) ? await dropHiddenCovers(tx, zine.id) : []
  await removeUnusedMedia(tx, [...removedIds, ...hiddenCovers])
  return { ...pageColumns(pages), ...(isNewPrinting && { printing: zine.printing + 1 }) }
}

/** The media of each page: a picture of this zine, otherwise an unused upload with the same content. */
async function matchPageMedia(tx: Tx, { creatorId, pages }: CurrentZine, pageInputs: PageInput[]) {
  const hashes = pageInputs.map(({ hash }) => hash)
  const uploads = await listUnpublishedMedia(tx, creatorId, hashes)
  const matched = matchPages(pageInputs, [...pages, ...uploads])
  if (!matched) throw await mediaNotFreeError(tx, creatorId, hashes)
  return matched
}

async function addNewPrinting(tx: Tx, zine: CurrentZine, newPrinting: NewPrinting) {
  if (zine.printing >= printings) throw tooManyPrintings()
  await addPrinting(tx, zine, newPrinting)
}

function assertPageCount(pages: number, max: number) {
  if (pages > max) throw apiError('invalid_request', `A zine can have at most ${max} pages.`)
}

const tooManyPrintings = () =>
  apiError(
    'quota_reached',
    `This zine has ${printings} printings, the maximum. You can still change its words and the order of its pages.`,
  )
