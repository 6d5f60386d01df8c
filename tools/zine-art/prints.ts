import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { readLibraryFile } from '../../demo/library/library-file.ts'
import { INKS, type Ink, PAPERS, type Paper } from './inks.ts'
import type { Sitter } from './portrait.ts'
import { SUBJECT_NAMES } from './subjects/subjects.ts'
import { type PrintedZine, STYLES } from './zine.ts'

const words = z.string().min(1)
const subject = z.enum(SUBJECT_NAMES)
const paper = z.enum(Object.keys(PAPERS) as Paper[])
const ink = z.enum(Object.keys(INKS) as Ink[])

const print = z.strictObject({
  style: z.enum(STYLES),
  subject,
  inks: z.tuple([ink, ink]),
  paper,
  sub: words,
  inside: z.array(z.strictObject({ head: words, text: words, subject: subject.optional() })),
})

const printsFile = z.strictObject({ portraits: z.record(words, subject), zines: z.record(words, print) })

export type Prints = { zines: PrintedZine[]; booklets: PrintedZine[]; sitters: (Sitter & { file: string })[] }

/** What is drawn: the zines, drafts and creators of the demo's library, each with how prints.json says it looks. */
export function readPrints(): Prints {
  const { creators, zines, drafts, booklets } = readLibraryFile()
  const prints = printsFile.parse(JSON.parse(readFileSync(new URL('./prints.json', import.meta.url), 'utf8')))
  const printed = [...zines, ...drafts, ...booklets].map((zine) => ({
    ...zine,
    ...found(prints.zines, zine.id),
  }))
  const short = printed.find(({ inside, pages }) => inside.length !== pages - 1)
  if (short) throw new Error(`prints.json: every page of ${short.id} but the cover needs its words`)
  const sitters = creators.flatMap(({ username, portrait }) =>
    portrait
      ? {
          username,
          file: portrait,
          subject: found(prints.portraits, username),
          inks: inksOf(username, printed),
        }
      : [],
  )
  const isBooklet = ({ id }: PrintedZine) => booklets.some((booklet) => booklet.id === id)
  return { zines: printed.filter((zine) => !isBooklet(zine)), booklets: printed.filter(isBooklet), sitters }
}

function found<Print>(prints: Record<string, Print>, name: string): Print {
  const print = prints[name]
  if (!print) throw new Error(`prints.json: ${name} is missing`)
  return print
}

/** A creator is drawn in the inks of their first zine. */
function inksOf(username: string, zines: PrintedZine[]) {
  const first = zines.find(({ creator }) => creator === username)
  if (!first) throw new Error(`library.json: ${username} has a portrait and no zine to take its inks from`)
  return first.inks
}
