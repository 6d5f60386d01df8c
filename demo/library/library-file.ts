import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { INKS, type Ink, PAPERS, type Paper } from '../art/inks.ts'
import { SUBJECT_NAMES } from '../art/subjects/subjects.ts'
import { LANGUAGES, PAGE_SIZES, type PrintedZine, type Ratio, STYLES } from '../art/zine.ts'

const subject = z.enum(SUBJECT_NAMES)
const paper = z.enum(Object.keys(PAPERS) as Paper[])
const ink = z.enum(Object.keys(INKS) as Ink[])
const inks = z.tuple([ink, ink])
const ratio = z.enum(Object.keys(PAGE_SIZES) as Ratio[])
const language = z.enum(LANGUAGES)
const id = z.string().regex(/^[a-z0-9-]+$/)
const words = z.string().min(1)

const creator = z.strictObject({
  username: z.string().regex(/^[a-z0-9_]+$/),
  name: words,
  bio: words,
  place: words,
  portrait: subject.optional(),
})

const insidePage = z.strictObject({ head: words, text: words, subject: subject.optional() })

const printedZine = z
  .strictObject({
    id,
    creator: words,
    title: words,
    description: words,
    language,
    style: z.enum(STYLES),
    ratio,
    pages: z.int().min(1).max(5),
    subject,
    inks,
    paper,
    sub: words,
    inside: z.array(insidePage),
  })
  .refine((zine) => zine.inside.length === zine.pages - 1, 'every page but the cover needs its words')

const videoZine = z.strictObject({
  id,
  creator: words,
  title: words,
  description: words,
  language,
  ratio,
  file: words,
  altText: words,
})

const libraryFile = z.strictObject({
  creators: z.array(creator),
  zines: z.array(printedZine),
  videos: z.array(videoZine),
})

const altTexts = z.record(words, words)

const session = z.strictObject({ daysBack: z.int().positive(), minutes: z.int().positive() })

const demoMember = z.strictObject({
  username: words,
  password: words,
  bio: words,
  projects: z.array(
    z.strictObject({
      title: words,
      notes: words,
      isFinished: z.boolean().optional(),
      sessions: z.array(session),
    }),
  ),
})

export type LibraryCreator = z.infer<typeof creator>
export type LibraryPrintedZine = PrintedZine & { creator: string }
export type LibraryVideoZine = z.infer<typeof videoZine>
export type LibraryFile = {
  creators: LibraryCreator[]
  zines: LibraryPrintedZine[]
  videos: LibraryVideoZine[]
}

/** library.json as it is written, checked: what the art is drawn from. */
export function readLibraryFile(): LibraryFile {
  const file = libraryFile.parse(readJson('library.json'))
  const usernames = new Set(file.creators.map(({ username }) => username))
  const orphan = [...file.zines, ...file.videos].find((zine) => !usernames.has(zine.creator))
  if (orphan)
    throw new Error(`library.json: ${orphan.id} is by ${orphan.creator}, who is not among its creators`)
  return file
}

/** What the pages show, by the name of their file: written where they are drawn. */
export const readAltTexts = () => altTexts.parse(readJson('../pages/alt-texts.json'))

/** demo-member.json, checked: the account that the demo prints, and what lies on its desk. */
export const readDemoMember = () => demoMember.parse(readJson('demo-member.json'))

const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
