import { fileURLToPath } from 'node:url'
import type { AspectRatio, ReadingDirection } from '#contract/aspect-ratios.ts'
import type { Details } from '#contract/details.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { deriveTexts } from '#web/typeset/derive-texts.ts'
import {
  type LibraryCreator,
  type LibraryPrintedZine,
  type LibraryVideoZine,
  readAltTexts,
  readLibraryFile,
  readRecipes,
  readTranscripts,
} from './library-file.ts'

/** The demo library: its creators, zines and drafts, with the paths of their files. */
export type Library = { creators: DemoCreator[]; zines: DemoZine[]; drafts: DemoZine[] }

export type DemoCreator = {
  username: string
  name: string
  bio: string
  /** absolute path of a square picture, if the creator has one */
  portraitFile?: string
}

export type DemoZine = {
  id: string
  /** username of a creator of the same library */
  creator: string
  title: string
  description: string
  aspectRatio: AspectRatio
  readingDirection: ReadingDirection
  mayPrint: boolean
  details: Details
  /** the cover first; empty for a video zine */
  pages: DemoFile[]
  video?: DemoFile
  secondPrinting?: SecondPrinting
  contentNote?: ContentNote
}

/** `file` is an absolute path. Pages made on the site have a recipe. */
type DemoFile = { file: string; altText: string; transcript: string; recipe: PageRecipe | null }
type ContentNote = NonNullable<LibraryPrintedZine['contentNote']>
type SecondPrinting = NonNullable<LibraryPrintedZine['secondPrinting']>

export function loadLibrary(): Library {
  const { creators, zines, videos, drafts } = readLibraryFile()
  const texts = { altTexts: readAltTexts(), transcripts: readTranscripts(), recipes: readRecipes() }
  return {
    creators: creators.map(demoCreator),
    zines: [...zines.map((zine) => printedZine(zine, texts)), ...videos.map(videoZine)],
    drafts: drafts.map((draft) => printedZine(draft, texts)),
  }
}

/** Every file that is uploaded to the site: portraits, pages and videos. */
export function libraryFiles({ creators, zines, drafts } = loadLibrary()) {
  const portraits = creators.flatMap(({ portraitFile }) => portraitFile ?? [])
  return [...portraits, ...[...zines, ...drafts].flatMap(zineFiles).map(({ file }) => file)]
}

export const zineFiles = ({ pages, video }: DemoZine) => (video ? [video] : pages)

const pagesFolder = new URL('../pages/', import.meta.url)

export const pageFile = (name: string) => fileURLToPath(new URL(name, pagesFolder))

/** Page indexes start at 0, file names at 1. */
const pageName = (zineId: string, page: number) => `${zineId}-${page + 1}.webp`

function demoCreator({ portrait, ...creator }: LibraryCreator): DemoCreator {
  return portrait ? { ...creator, portraitFile: pageFile(portrait) } : creator
}

type PageTexts = {
  altTexts: Record<string, string>
  transcripts: Record<string, string>
  recipes: Record<string, PageRecipe>
}

function printedZine(zine: LibraryPrintedZine, texts: PageTexts): DemoZine {
  const { id, creator, title, description, ratio, direction, mayPrint, details, secondPrinting } = zine
  const pages = Array.from({ length: zine.pages }, (_, page) => demoPage(pageName(id, page), texts))
  return {
    id,
    creator,
    title,
    description,
    aspectRatio: ratio,
    readingDirection: direction,
    mayPrint,
    details,
    pages,
    ...(secondPrinting && { secondPrinting }),
    ...(zine.contentNote && { contentNote: zine.contentNote }),
  }
}

function demoPage(name: string, { altTexts, transcripts, recipes }: PageTexts): DemoFile {
  const recipe = recipes[name]
  if (recipe) return { file: pageFile(name), recipe, ...deriveTexts(recipe) }
  const altText = altTexts[name]
  if (!altText) throw new Error(`alt-texts.json: ${name} is missing`)
  return { file: pageFile(name), altText, transcript: transcripts[name] ?? '', recipe: null }
}

function videoZine(zine: LibraryVideoZine): DemoZine {
  const { id, creator, title, description, ratio, details, file, altText } = zine
  const video = { file: pageFile(file), altText, transcript: '', recipe: null }
  const defaults = { readingDirection: 'ltr', mayPrint: false } as const
  return { id, creator, title, description, aspectRatio: ratio, details, ...defaults, pages: [], video }
}
