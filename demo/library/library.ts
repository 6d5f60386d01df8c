import { fileURLToPath } from 'node:url'
import type { AspectRatio } from '#contract/aspect-ratios.ts'
import {
  type LibraryCreator,
  type LibraryPrintedZine,
  type LibraryVideoZine,
  readAltTexts,
  readLibraryFile,
} from './library-file.ts'

/** The demo library as a site needs it: who, what, and the finished files on disk. */
export type Library = { creators: DemoCreator[]; zines: DemoZine[] }

export type DemoCreator = {
  username: string
  name: string
  bio: string
  /** absolute path of a square picture; some creators have none */
  portraitFile?: string
}

export type DemoZine = {
  id: string
  /** username of a creator of the same library */
  creator: string
  title: string
  description: string
  aspectRatio: AspectRatio
  /** the cover first; empty for a video zine */
  pages: DemoFile[]
  video?: DemoFile
}

/** `file` is an absolute path. */
type DemoFile = { file: string; altText: string }

/** Reads the library and checks its shape. The pictures are committed; tools/zine-art/ draws them. */
export function loadLibrary(): Library {
  const { creators, zines, videos } = readLibraryFile()
  const altTexts = readAltTexts()
  return {
    creators: creators.map(demoCreator),
    zines: [...zines.map((zine) => printedZine(zine, altTexts)), ...videos.map(videoZine)],
  }
}

/** Every file that is sent to the site: portraits, pages, videos. */
export function libraryFiles({ creators, zines } = loadLibrary()) {
  const portraits = creators.flatMap(({ portraitFile }) => portraitFile ?? [])
  return [...portraits, ...zines.flatMap(filesOf).map(({ file }) => file)]
}

/** What a zine shows, in order. */
export const filesOf = ({ pages, video }: DemoZine) => (video ? [video] : pages)

const pagesFolder = new URL('../pages/', import.meta.url)

export const pageFile = (name: string) => fileURLToPath(new URL(name, pagesFolder))

/** Pages are counted from 0, their files from 1. */
export const pageName = (zineId: string, page: number) => `${zineId}-${page + 1}.webp`

function demoCreator({ portrait, ...creator }: LibraryCreator): DemoCreator {
  return portrait ? { ...creator, portraitFile: pageFile(portrait) } : creator
}

function printedZine(zine: LibraryPrintedZine, altTexts: Record<string, string>): DemoZine {
  const { id, creator, title, description, ratio } = zine
  const pages = Array.from({ length: zine.pages }, (_, page) => demoPage(pageName(id, page), altTexts))
  return { id, creator, title, description, aspectRatio: ratio, pages }
}

function demoPage(name: string, altTexts: Record<string, string>): DemoFile {
  const altText = altTexts[name]
  if (!altText) throw new Error(`alt-texts.json: ${name} is missing`)
  return { file: pageFile(name), altText }
}

function videoZine(zine: LibraryVideoZine): DemoZine {
  const { id, creator, title, description, ratio, file, altText } = zine
  const video = { file: pageFile(file), altText }
  return { id, creator, title, description, aspectRatio: ratio, pages: [], video }
}
