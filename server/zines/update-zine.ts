import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { printings } from '#contract/limits.ts'
import type * as contract from '#contract/publishing.ts'
import type { Config } from '#server/config/config.ts'
import type { Tx } from '#server/db/connection.ts'
import { refuse } from '#server/http/errors.ts'
import { removeFreeMedia } from '#server/media/media.queries.ts'
import { withholdZine } from '#server/media/withheld-media.ts'
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
  type GivenPage,
  givenPages,
  type LargestFiles,
  matchPages,
  whyNotFree,
} from './publish-zine.ts'
import {
  addPrinting,
  dropCoveredCovers,
  lockZine,
  type NewPrinting,
  replacePages,
  writeZine,
  type ZineNow,
} from './update-zine.queries.ts'

type Update = z.output<NonNullable<typeof contract.updateZine.body>>
type Which = { zineId: string; ownerId: string; config: Pick<Config, 'longZinePages'> & LargestFiles }

/** `behind` if the update is based on an older version. An update without changes is `done`, so clients can safely retry. */
export async function updateZine(tx: Tx, { zineId, ownerId, config }: Which, update: Update) {
  await lockCreator(tx, ownerId)
  const zine = await lockZine(tx, zineId, ownerId)
  if (!zine) return 'absent'
  const given = update.pages && givenPages(update.pages)
  if (isSame(zine, update, given) && (await saysSame(tx, zine, update))) return 'done'
  if (update.version !== zine.version) return 'behind'
  const note = update.printingNote || null
  await writeZine(tx, zineId, {
    ...{ title: update.title, description: update.description, aspect_ratio: update.aspectRatio },
    ...{ reading_direction: update.readingDirection, may_print: update.mayPrint },
    ...(update.contentNote !== undefined && noteColumns(update.contentNote)),
    ...(given && (await changePages(tx, zine, { given, note, contentNote: update.contentNote, config }))),
  })
  if (update.details) await writeDetails(tx, zine, update.details)
  if (zine.hiddenAt) await withholdZine(tx, zineId)
  await indexZines(tx, [zineId])
  return 'done'
}

const words = ['title', 'description', 'aspectRatio', 'readingDirection', 'mayPrint'] as const

const isSame = (zine: ZineNow, update: Update, given: GivenPage[] | undefined) =>
  words.every((word) => update[word] === undefined || update[word] === zine[word]) &&
  (!given || JSON.stringify(given.map(inOrder)) === JSON.stringify(zine.pages.map(inOrder)))

const inOrder = ({ hash, altText, transcript, contentNote }: GivenPage) => [
  hash,
  altText,
  transcript,
  contentNote,
]

async function saysSame(tx: Tx, zine: ZineNow, { details, contentNote }: Update) {
  const isNoteSame = contentNote === undefined || isDeepStrictEqual(contentNote, zine.contentNote)
  return isNoteSame && (!details || (await hasDetails(tx, zine.id, details)))
}

type NewPages = NewPrinting & { given: GivenPage[]; config: Which['config'] }

/** Adding or removing pictures creates a new printing. Deletes media no longer used. Returns the zine's page columns. */
async function changePages(tx: Tx, zine: ZineNow, { given, config, ...printing }: NewPages) {
  assertNotTooMany(given.length, Math.max(config.longZinePages, zine.pages.length))
  const pages = await meantPages(tx, zine, given)
  assertOneKind(pages.map(({ media }) => media.kind))
  assertMatchesSource(pages, config)
  const shown = new Set(pages.map(({ media }) => media.id))
  const gone = zine.pages.map(({ id }) => id).filter((id) => !shown.has(id))
  const isPrintedAnew = gone.length > 0 || shown.size > zine.pages.length
  if (isPrintedAnew) await printAnew(tx, zine, printing)
  await replacePages(
    tx,
    zine.id,
    pages.map(({ media, ...texts }) => ({ mediaId: media.id, ...texts })),
  )
  const covered = given.some(({ contentNote }) => contentNote) ? await dropCoveredCovers(tx, zine.id) : []
  await removeFreeMedia(tx, [...gone, ...covered])
  return { ...pageColumns(pages), ...(isPrintedAnew && { printing: zine.printing + 1 }) }
}

/** The media of each page: a picture of this zine, otherwise an unused upload with the same content. */
async function meantPages(tx: Tx, { creatorId, pages }: ZineNow, given: GivenPage[]) {
  const hashes = given.map(({ hash }) => hash)
  const uploads = await listUnpublishedMedia(tx, creatorId, hashes)
  const meant = matchPages(given, [...pages, ...uploads])
  if (!meant) throw await whyNotFree(tx, creatorId, hashes)
  return meant
}

async function printAnew(tx: Tx, zine: ZineNow, anew: NewPrinting) {
  if (zine.printing >= printings) throw tooManyPrintings()
  await addPrinting(tx, zine, anew)
}

function assertNotTooMany(pages: number, most: number) {
  if (pages > most) throw refuse('invalid_request', `A zine can have at most ${most} pages.`)
}

const tooManyPrintings = () =>
  refuse(
    'quota_reached',
    `This zine has ${printings} printings, the maximum. You can still change its words and the order of its pages.`,
  )
