import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { pageFile, pageName } from '../../demo/library/library.ts'
import { describePage, transcribePage } from './describe-page.ts'
import type { Ink, Paper } from './inks.ts'
import { renderPage } from './page.ts'
import { plateColours, reduceToColours } from './plate-colours.ts'
import { renderPortrait } from './portrait.ts'
import { type Prints, readPrints } from './prints.ts'
import type { PrintedZine } from './zine.ts'

// Draws every page and portrait of the demo library into the folder that is named, or into the demo's own.

const PAGE_WIDTH = 1000
const PORTRAIT_WIDTH = 400

type Picture = {
  name: string
  width: number
  inks: readonly Ink[]
  paper: Paper
  draw: () => string
}

function pagesOf({ zines }: Prints): Picture[] {
  return zines.flatMap((zine) =>
    Array.from({ length: zine.pages }, (_, page) => ({
      name: pageName(zine.id, page),
      width: PAGE_WIDTH,
      inks: zine.inks,
      paper: zine.paper,
      draw: () => renderPage(zine, page),
    })),
  )
}

function portraitsOf({ sitters }: Prints): Picture[] {
  return sitters.map((sitter) => ({
    name: sitter.file,
    width: PORTRAIT_WIDTH,
    inks: sitter.inks,
    paper: 'cream',
    draw: () => renderPortrait(sitter),
  }))
}

/** What is to be said of each page, by the name of its file. */
function wordsOf(zines: PrintedZine[], say: typeof describePage): Record<string, string> {
  const said = zines.flatMap((zine) =>
    Array.from({ length: zine.pages }, (_, page) => [pageName(zine.id, page), say(zine, page)]),
  )
  return Object.fromEntries(said)
}

function writeWords(name: string, words: Record<string, string>) {
  writeFileSync(join(folder, name), `${JSON.stringify(words, null, 2)}\n`)
}

/** Answers the size of the file in bytes. */
async function render({ name, width, inks, paper, draw }: Picture): Promise<number> {
  const { data, info } = await sharp(Buffer.from(draw()))
    .resize(width)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  reduceToColours(data, plateColours(inks, paper))
  const { width: w, height, channels } = info
  const written = await sharp(data, { raw: { width: w, height, channels } })
    .webp({ lossless: true })
    .toFile(join(folder, name))
  return written.size
}

async function renderAll(pictures: Picture[]): Promise<number> {
  const waiting = pictures.values()
  let bytes = 0
  const work = async () => {
    for (const picture of waiting) {
      const size = await render(picture)
      bytes += size
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return bytes
}

const folder = resolve(process.argv[2] ?? pageFile('.'))
const prints = readPrints()
const pictures = [...pagesOf(prints), ...portraitsOf(prints)]
mkdirSync(folder, { recursive: true })
writeWords('alt-texts.json', wordsOf(prints.zines, describePage))
const withTranscripts = prints.zines.filter(({ hasTranscripts }) => hasTranscripts)
writeWords('transcripts.json', wordsOf(withTranscripts, transcribePage))
// Several pictures at once use the cores better than several threads for one.
sharp.concurrency(1)
const bytes = await renderAll(pictures)
console.log(`${pictures.length} pictures, ${(bytes / 1e6).toFixed(1)} MB`)
