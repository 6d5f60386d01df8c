import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { aspectRatios, readingDirections } from '#contract/aspect-ratios.ts'
import { Details } from '#contract/details.ts'
import * as limits from '#contract/limits.ts'
import { RecipeV2 } from '#contract/page-recipe.ts'
import { visibilities } from '#contract/shelves.ts'

const nonEmptyText = z.string().min(1)

const creator = z.strictObject({
  username: z.string().regex(/^[a-z0-9_]+$/),
  name: nonEmptyText,
  bio: nonEmptyText,
  portrait: nonEmptyText.optional(),
})

const zineFields = {
  id: z.string().regex(/^[a-z0-9-]+$/),
  creator: nonEmptyText,
  title: nonEmptyText,
  description: nonEmptyText,
  ratio: z.enum(aspectRatios),
  details: Details.default({}),
}

const printedZine = z.strictObject({
  ...zineFields,
  pages: z.int().min(1).max(limits.longZinePagesMax),
  direction: z.enum(readingDirections).default('ltr'),
  mayPrint: z.boolean().default(false),
  /** Shown to readers first. `coversPages` hides the pages until readers agree. */
  contentNote: z.strictObject({ text: nonEmptyText, coversPages: z.boolean() }).optional(),
  /** Whether the words on the pages are in transcripts.json instead of the alt texts. */
  hasTranscripts: z.boolean().default(false),
  /** The first printing has only the first `firstPages` pages. */
  secondPrinting: z.strictObject({ firstPages: z.int().positive(), note: nonEmptyText }).optional(),
})

const videoZine = z.strictObject({ ...zineFields, file: nonEmptyText, altText: nonEmptyText })

const libraryFile = z.strictObject({
  creators: z.array(creator),
  zines: z.array(printedZine),
  videos: z.array(videoZine),
  /** The demo member's unpublished zines: one on the layout table, one scanned as a booklet. */
  drafts: z.array(printedZine),
  booklets: z.array(printedZine),
})

const pageTexts = z.record(nonEmptyText, nonEmptyText)

const session = z.strictObject({ daysBack: z.int().positive(), minutes: z.int().positive() })

const demoMember = z.strictObject({
  username: nonEmptyText,
  password: nonEmptyText,
  bio: nonEmptyText,
  projects: z.array(
    z.strictObject({
      title: nonEmptyText,
      notes: nonEmptyText,
      isFinished: z.boolean().optional(),
      sessions: z.array(session),
    }),
  ),
})

const shelf = z.strictObject({
  /** The username of the demo member or of a creator. */
  owner: nonEmptyText,
  title: nonEmptyText.max(limits.shelfTitle).optional(),
  about: z.string().max(limits.shelfAbout).optional(),
  visibility: z.enum(visibilities).optional(),
  isToRead: z.literal(true).optional(),
  zines: z.array(
    z.strictObject({ id: nonEmptyText, note: nonEmptyText.optional(), privateNote: nonEmptyText.optional() }),
  ),
})

export type DemoShelf = z.infer<typeof shelf>
export type LibraryCreator = z.infer<typeof creator>
export type LibraryPrintedZine = z.infer<typeof printedZine>
export type LibraryVideoZine = z.infer<typeof videoZine>
export type LibraryFile = z.infer<typeof libraryFile>

/** Reads and validates library.json. */
export function readLibraryFile(): LibraryFile {
  const file = libraryFile.parse(readJson('library.json'))
  const usernames = new Set(file.creators.map(({ username }) => username))
  const orphan = [...file.zines, ...file.videos].find((zine) => !usernames.has(zine.creator))
  if (orphan) throw new Error(`library.json: ${orphan.id} is by ${orphan.creator}, who is not among its creators`)
  return file
}

/** Shelves and their zines in display order. */
export const readShelves = () => z.array(shelf).parse(readJson('shelves.json'))

/** Alt texts by file name. */
export const readAltTexts = () => pageTexts.parse(readJson('../pages/alt-texts.json'))

/** Transcripts by file name, for zines with `hasTranscripts`. */
export const readTranscripts = () => pageTexts.parse(readJson('../pages/transcripts.json'))

/** The recipes of pages that were made on the site, by file name. Their texts come from the recipe. */
export const readRecipes = () => z.record(nonEmptyText, RecipeV2).parse(readJson('../pages/recipes.json'))

/** Reads and validates demo-member.json: the account that the demo prints, and its projects. */
export const readDemoMember = () => demoMember.parse(readJson('demo-member.json'))

const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
