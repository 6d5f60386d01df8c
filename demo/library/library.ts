import { fileURLToPath } from 'node:url'
import { describePage } from '../art/describe-page.ts'
import type { LANGUAGES, Ratio } from '../art/zine.ts'
import {
  type LibraryCreator,
  type LibraryPrintedZine,
  type LibraryVideoZine,
  readLibraryFile,
} from './library-file.ts'

/** The demo library as a site needs it: who, what, and the finished files on disk. */
export type Library = { creators: DemoCreator[]; zines: DemoZine[] }

export type DemoCreator = {
  username: string
  name: string
  bio: string
  place: string
  /** absolute path of a square picture; some creators have none */
  portraitFile?: string
}

export type DemoZine = {
  id: string
  /** username of a creator of the same library */
  creator: string
  title: string
  description: string
  aspectRatio: Ratio
  language: (typeof LANGUAGES)[number]
  /** the cover first; empty for a video zine */
  pages: DemoFile[]
  video?: DemoFile
}

/** `file` is an absolute path. */
export type DemoFile = { file: string; altText: string }

/** Reads the library and checks its shape; the files it names are committed, see render-all.ts and render-video.ts. */
export function loadLibrary(): Library {
  const { creators, zines, videos } = readLibraryFile()
  return {
    creators: creators.map(demoCreator),
    zines: [...zines.map(printedZine), ...videos.map(videoZine)],
  }
}

const PAGES_FOLDER = new URL('../pages/', import.meta.url)

export const pageFile = (name: string) => fileURLToPath(new URL(name, PAGES_FOLDER))

/** Pages are counted from 0, their files from 1. */
export const pageFileOf = (zineId: string, page: number) => pageFile(`${zineId}-${page + 1}.webp`)

export const portraitFileOf = (username: string) => pageFile(`creator-${username}.webp`)

function demoCreator({ portrait, ...creator }: LibraryCreator): DemoCreator {
  return portrait ? { ...creator, portraitFile: portraitFileOf(creator.username) } : creator
}

function printedZine(zine: LibraryPrintedZine): DemoZine {
  const { id, creator, title, description, ratio, language } = zine
  const pages = Array.from({ length: zine.pages }, (_, page) => ({
    file: pageFileOf(id, page),
    altText: describePage(zine, page),
  }))
  return { id, creator, title, description, aspectRatio: ratio, language, pages }
}

function videoZine(zine: LibraryVideoZine): DemoZine {
  const { id, creator, title, description, ratio, language, file, altText } = zine
  return {
    id,
    creator,
    title,
    description,
    aspectRatio: ratio,
    language,
    pages: [],
    video: { file: pageFile(file), altText },
  }
}
