import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { pageFile, pageFileOf, portraitFileOf } from '../library/library.ts'
import { type LibraryFile, readLibraryFile } from '../library/library-file.ts'
import type { Ink, Paper } from './inks.ts'
import { renderPage } from './page.ts'
import { plateColours, reduceToColours } from './plate-colours.ts'
import { renderPortrait } from './portrait.ts'

// node demo/art/render-all.ts: draws every page and portrait of the demo library again. The files are committed.

const PAGE_WIDTH = 1000
const PORTRAIT_WIDTH = 400

type Picture = {
  file: string
  width: number
  inks: readonly Ink[]
  paper: Paper
  draw: () => string
}

function pagesOf({ zines }: LibraryFile): Picture[] {
  return zines.flatMap((zine) =>
    Array.from({ length: zine.pages }, (_, page) => ({
      file: pageFileOf(zine.id, page),
      width: PAGE_WIDTH,
      inks: zine.inks,
      paper: zine.paper,
      draw: () => renderPage(zine, page),
    })),
  )
}

/** A creator is drawn in the inks of their first zine. */
function portraitsOf({ creators, zines }: LibraryFile): Picture[] {
  return creators.flatMap(({ username, portrait }) => {
    const inks = zines.find(({ creator }) => creator === username)?.inks
    if (!portrait || !inks) return []
    return {
      file: portraitFileOf(username),
      width: PORTRAIT_WIDTH,
      inks,
      paper: 'cream' as const,
      draw: () => renderPortrait({ username, subject: portrait, inks }),
    }
  })
}

/** Answers the size of the file in bytes. */
async function render({ file, width, inks, paper, draw }: Picture): Promise<number> {
  const { data, info } = await sharp(Buffer.from(draw()))
    .resize(width)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  reduceToColours(data, plateColours(inks, paper))
  const { width: w, height, channels } = info
  const written = await sharp(data, { raw: { width: w, height, channels } })
    .webp({ lossless: true, effort: 6 })
    .toFile(file)
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

const library = readLibraryFile()
const pictures = [...pagesOf(library), ...portraitsOf(library)]
mkdirSync(pageFile('.'), { recursive: true })
// Several pictures at once use the cores better than several threads for one.
sharp.concurrency(1)
const bytes = await renderAll(pictures)
console.log(`${pictures.length} pictures, ${(bytes / 1e6).toFixed(1)} MB`)
