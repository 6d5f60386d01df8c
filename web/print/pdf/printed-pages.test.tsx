import { PDFiumLibrary } from '@hyzyla/pdfium'
import wasmUrl from '@hyzyla/pdfium/pdfium.wasm?url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReadingDirection, readingDirections } from '#contract/aspect-ratios.ts'
import {
  foldBooklet,
  foldMini,
  foldQuarter,
  printed,
  printedByHand,
  type Read,
} from '../imposition/fold-simulation.testing.ts'
import { type Flip, impose, ownFlip, printFiles } from '../imposition/impose.ts'
import type { Layout } from '../imposition/layouts.ts'
import { layoutsFor, type Paper, papers, sheetSize } from '../imposition/layouts.ts'
import { numberedPixels, numberedSize } from './numbered-page.testing.ts'
import { readSides } from './read-pdf.testing.ts'
import type { PrintJob } from './write-pdf.ts'
import { addPicture, openPdfs } from './write-pdf.ts'

const counts = Array.from({ length: 64 }, (_, index) => index + 1)
const jpegs: Uint8Array<ArrayBuffer>[] = []
let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init({ wasmUrl })
  // All at once: a browser that has other things to do may let each of them wait for a second.
  const made = await Promise.all(counts.map((number) => numberedJpeg(number)))
  for (const [at, jpeg] of made.entries()) jpegs[at + 1] = jpeg
})
afterAll(() => pdfium.destroy())

async function numberedJpeg(number: number, size = numberedSize) {
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  const pixels = numberedPixels(number, size)
  const image = new ImageData(size.width, size.height)
  for (let at = 0; at < size.width * size.height; at += 1)
    image.data.set([...pixels.subarray(at * 3, at * 3 + 3), 255], at * 4)
  context?.putImageData(image, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })
  return new Uint8Array(await blob.arrayBuffer())
}

type Asked = { layout: Layout; pages: number; direction: ReadingDirection; paper: Paper; flip: Flip }

const jobOf = ({ layout, pages, direction, paper, flip }: Asked): PrintJob => ({
  layout,
  paper,
  room: { toTheEdge: false, isTrimmed: false },
  withMarks: true,
  files: printFiles(impose({ layout, pages, direction }), layout, flip),
  withTest: false,
  title: 'Moths',
  maker: 'dustymoths',
  language: 'en',
})

async function pdfsOf(job: PrintJob, pages: number) {
  const pdfs = await openPdfs(job)
  for (let page = 1; page <= pages; page += 1)
    await addPicture(pdfs, job, page, { kind: 'jpeg', bytes: jpegs[page] ?? new Uint8Array() })
  return Promise.all(pdfs.map(({ document }) => document.save()))
}

const grids: Record<Layout, { rows: number; columns: number }> = {
  mini: { rows: 2, columns: 4 },
  booklet: { rows: 1, columns: 2 },
  quarter: { rows: 2, columns: 2 },
  single: { rows: 1, columns: 1 },
}

/** Prints the PDFs as PDFium draws them, folds the sheets, and leafs through. */
async function readFolded(asked: Asked): Promise<Read[]> {
  const { layout, pages, direction, flip } = asked
  const files = []
  for (const bytes of await pdfsOf(jobOf(asked), pages)) {
    const pdf = await pdfium.loadDocument(bytes)
    files.push(await readSides(pdf, grids[layout]))
    pdf.destroy()
  }
  const [sides = [], backs = []] = files
  const paper = sheetSize(layout, asked.paper)
  if (layout === 'single')
    return [sides.flat(2).map(({ page, isTurned }) => ({ page, isUpright: !isTurned }))]
  if (layout === 'mini')
    return [foldMini(printed({ front: sides[0] ?? [] }, paper, 'short'), paper, direction).read]
  const sheets =
    flip === 'hand'
      ? printedByHand(sides, backs, paper)
      : sides.flatMap((front, index) =>
          index % 2 === 0 ? [printed({ front, back: sides[index + 1] ?? [] }, paper, flip)] : [],
        )
  if (layout === 'booklet') return [foldBooklet(sheets, paper, direction)]
  return foldQuarter(sheets, paper, { direction, copies: Math.ceil(pages / 4) % 2 === 1 ? 2 : 1 })
}

async function expectInOrder(asked: Asked) {
  for (const read of await readFolded(asked)) {
    const what = JSON.stringify(asked)
    expect(
      read.flatMap(({ page }) => page ?? []),
      what,
    ).toEqual(counts.slice(0, asked.pages))
    expect(read.at(-1)?.page, what).toBe(asked.pages)
    expect(
      read.every(({ page, isUpright }) => page === null || isUpright),
      what,
    ).toBe(true)
  }
}

describe('the PDF, drawn by PDFium, folded and read', () => {
  for (const paper of papers)
    for (const direction of readingDirections)
      test(`is in order: every count, ${paper}, ${direction}`, async () => {
        for (const pages of counts)
          for (const layout of layoutsFor(pages))
            if (layout !== 'single' || pages % 16 === 1)
              await expectInOrder({ layout, pages, direction, paper, flip: ownFlip(layout) })
      })

  test('is in order on a printer that flips along the other edge, and one side at a time', async () => {
    for (const pages of [3, 8, 13, 40])
      for (const layout of ['booklet', 'quarter'] as const)
        for (const flip of ['short', 'long', 'hand'] as const)
          await expectInOrder({ layout, pages, direction: 'ltr', paper: 'a4', flip })
  })
})
