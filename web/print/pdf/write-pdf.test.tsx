import { Duplex, PDFDocument, PrintScaling } from '@cantoo/pdf-lib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import wasmUrl from '@hyzyla/pdfium/pdfium.wasm?url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReadingDirection, readingDirections } from '#contract/aspect-ratios.ts'
import { inkValues } from '#web/typeset/drawing.ts'
import { paperColourValues } from '#web/typeset/paper-colours.ts'
import { readFoldedCopies } from '../imposition/folding.testing.ts'
import { defaultFlip, type Flip, flips, impose, printFiles } from '../imposition/impose.ts'
import { hasBacks, hasPoster, type Layout, layouts, layoutsFor, papers, sheetSize } from '../imposition/layouts.ts'
import { printBleed, trimOf } from '../imposition/trims.ts'
import { fileName } from '../make/file-name.ts'
import { testTexts } from '../make/test-texts.ts'
import { readPicture } from './embed-picture.ts'
import { numberedPixels, numberedSize } from './numbered-page.testing.ts'
import { readSides } from './read-pdf.testing.ts'
import { testSheets } from './test-sheets.ts'
import type { PrintJob } from './write-pdf.ts'
import { addPicture, openPdfs } from './write-pdf.ts'

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[]

type JobOptions = {
  layout: Layout
  flip?: Flip
  pages?: number
  direction?: ReadingDirection
} & Partial<PrintJob>

const jobOf = ({
  layout,
  flip = defaultFlip(layout),
  pages = 8,
  direction = 'ltr',
  ...more
}: JobOptions): PrintJob => ({
  layout,
  direction,
  paper: 'a4',
  margins: { toTheEdge: false, isTrimmed: false },
  withMarks: false,
  turnsWide: true,
  trims: undefined,
  removedPapers: [],
  transcripts: [],
  files: printFiles(impose({ layout, pages, direction }), layout, flip),
  withTest: false,
  title: 'Ёж и лес ✂ 紙',
  author: 'dustymoths',
  language: 'ru',
  ...more,
})

type Pen = OffscreenCanvasRenderingContext2D

/** Renders a picture and returns its encoded bytes. */
async function renderPicture(
  width: number,
  height: number,
  draw: (pen: Pen) => void,
  mimeType = 'image/jpeg',
  quality = 1,
) {
  const canvas = new OffscreenCanvas(width, height)
  draw(canvas.getContext('2d') as Pen)
  return new Uint8Array(await (await canvas.convertToBlob({ type: mimeType, quality })).arrayBuffer())
}

const fillWith = (width: number, height: number, colour: string) => (pen: Pen) => {
  pen.fillStyle = colour
  pen.fillRect(0, 0, width, height)
}

const plain = (width: number, height: number, as?: string) =>
  renderPicture(width, height, fillWith(width, height, '#c00'), as)

/** The first PDF of a job, with the same picture on all these pages. */
async function firstPdf(job: PrintJob, picture?: Uint8Array<ArrayBuffer>, pages = counts.slice(0, 8)) {
  const pdfs = await openPdfs(job)
  if (picture) for (const page of pages) await addPicture(pdfs, job, page, await readPicture(picture))
  const [pdf] = pdfs
  if (!pdf) throw new Error('No PDF')
  return pdf.document.save()
}

const counts = Array.from({ length: 64 }, (_, index) => index + 1)

let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init({ wasmUrl })
})
afterAll(() => pdfium.destroy())

describe('printer settings', () => {
  test.each<[Layout, Flip, Duplex]>([
    ['mini', 'short', Duplex.Simplex],
    ['booklet', 'short', Duplex.DuplexFlipShortEdge],
    ['booklet', 'long', Duplex.DuplexFlipLongEdge],
    ['booklet', 'hand', Duplex.Simplex],
    ['quarter', 'long', Duplex.DuplexFlipLongEdge],
    ['quarter', 'short', Duplex.DuplexFlipShortEdge],
    ['single', 'short', Duplex.Simplex],
    ['sixteen', 'long', Duplex.Simplex],
    ['mini-poster', 'short', Duplex.DuplexFlipShortEdge],
    ['french-fold-poster', 'long', Duplex.DuplexFlipLongEdge],
    ['french-fold-poster', 'hand', Duplex.Simplex],
  ])('of a %s, flipped %s: %s, and not to scale', async (layout, flip, duplex) => {
    const pdf = await PDFDocument.load(await firstPdf(jobOf({ layout, flip })))
    const preferences = pdf.catalog.getViewerPreferences()
    expect(preferences?.getDuplex()).toBe(duplex)
    expect(preferences?.getPrintScaling()).toBe(PrintScaling.None)
    expect(preferences?.getDisplayDocTitle()).toBe(true)
    expect(pdf.getTitle()).toBe('Ёж и лес ✂ 紙')
    expect(pdf.getAuthor()).toBe('dustymoths')
    expect(pdf.getLanguage()).toBe('ru')
  })
})

/** Inked boxes in tenths of a millimetre. PDFium rounds a sheet's size to whole points and scales to it. */
async function measureInkedBoxes(bytes: Uint8Array, { rows, columns }: { rows: number; columns: number }) {
  const sheet = (await PDFDocument.load(bytes)).getPage(0).getSize()
  const pdf = await pdfium.loadDocument(bytes)
  const scale = (10 * 25.4) / 72
  const { data, width, height } = await pdf.getPage(0).render({ scale, render: 'bitmap' })
  pdf.destroy()
  const [full, tall] = [(sheet.width / 72) * 254, (sheet.height / 72) * 254]
  const isInked = (x: number, y: number) => {
    const at = (Math.floor((y / tall) * height) * width + Math.floor((x / full) * width)) * 4
    return Math.min(data[at] ?? 255, data[at + 1] ?? 255) < 128
  }
  const [w, h] = [full / columns, tall / rows]
  const boxes = Array.from({ length: rows * columns }, (_, index) => {
    const [left, top] = [(index % columns) * w, Math.floor(index / columns) * h]
    const across = Array.from({ length: Math.floor(w) }, (_, x) => isInked(left + x + 0.5, top + h / 2))
    const down = Array.from({ length: Math.floor(h) }, (_, y) => isInked(left + w / 2, top + y + 0.5))
    return [across.indexOf(true), across.lastIndexOf(true), down.indexOf(true), down.lastIndexOf(true)]
  })
  return { width: full, height: tall, boxes }
}

const grids: Record<Layout, { rows: number; columns: number }> = {
  mini: { rows: 2, columns: 4 },
  booklet: { rows: 1, columns: 2 },
  quarter: { rows: 2, columns: 2 },
  sixteen: { rows: 4, columns: 4 },
  accordion: { rows: 2, columns: 4 },
  'french-fold': { rows: 2, columns: 2 },
  'mini-poster': { rows: 2, columns: 4 },
  'french-fold-poster': { rows: 2, columns: 2 },
  single: { rows: 1, columns: 1 },
}
/** The grids of the sides of each file, in turn. */
function gridsOf({ layout, flip }: Required<Pick<JobOptions, 'layout' | 'flip'>>, pages: number) {
  const folded = layout === 'accordion' && [5, 6].includes(pages) ? { rows: 2, columns: 3 } : grids[layout]
  const back = hasPoster(layout) ? grids.single : folded
  return flip === 'hand' ? [[folded], [back]] : [[folded, back]]
}

const largest: Partial<Record<Layout, number>> = {
  sixteen: 16,
  'mini-poster': 9,
  'french-fold': 4,
  'french-fold-poster': 5,
}

describe('on paper', () => {
  for (const paper of papers)
    test.each(layouts)(`the boxes of a %s on ${paper} are equal, and where they belong, to 0.1 mm`, async (layout) => {
      const size = sheetSize(layout, paper)
      const { rows, columns } = grids[layout]
      const cell = { width: (size.width / columns) * 10, height: (size.height / rows) * 10 }
      const jpeg = await plain(Math.round(cell.width) - 100, Math.round(cell.height) - 100)
      const { width, height, boxes } = await measureInkedBoxes(
        await firstPdf(jobOf({ layout, paper, pages: largest[layout] ?? 8 }), jpeg, counts.slice(0, 16)),
        grids[layout],
      )
      expect(width).toBeCloseTo(size.width * 10)
      expect(height).toBeCloseTo(size.height * 10)
      for (const [left = 0, right = 0, top = 0, bottom = 0] of boxes) {
        expect(Math.abs(left - 50)).toBeLessThanOrEqual(1)
        expect(Math.abs(right - (cell.width - 51))).toBeLessThanOrEqual(1)
        expect(Math.abs(top - 50)).toBeLessThanOrEqual(1)
        expect(Math.abs(bottom - (cell.height - 51))).toBeLessThanOrEqual(1)
      }
    })

  test('to the edge a page fills its whole cell', async () => {
    const job = jobOf({ layout: 'booklet', margins: { toTheEdge: true, isTrimmed: false } })
    const { width, height, boxes } = await measureInkedBoxes(await firstPdf(job, await plain(297, 420)), grids.booklet)
    for (const [left, right = 0, top, bottom = 0] of boxes) {
      expect(left).toBeLessThanOrEqual(1)
      expect(top).toBeLessThanOrEqual(1)
      expect(width / 2 - right).toBeLessThanOrEqual(2)
      expect(height - bottom).toBeLessThanOrEqual(2)
    }
  })

  test('a wide page is turned to fill the paper, with its top on the left, or upright with the others', async () => {
    const wide = await renderPicture(300, 200, (pen) => {
      fillWith(300, 200, '#fff')(pen)
      fillWith(300, 40, '#c00')(pen)
    })
    const boxesOf = async (turnsWide: boolean) => {
      const job = jobOf({ layout: 'single', pages: 1, turnsWide })
      return (await measureInkedBoxes(await firstPdf(job, wide, [1]), grids.single)).boxes[0]
    }
    // On 200 by 287 mm of printable paper, the red fifth at its top is a band of 38 mm along the left.
    const [left = 0, right = 0, top = 0, bottom = 0] = (await boxesOf(true)) ?? []
    expect(Math.abs(left - (2100 - 2869 / 1.5) / 2)).toBeLessThan(5)
    expect(Math.abs(right - left - 2869 / 1.5 / 5)).toBeLessThan(5)
    expect([top, bottom]).toEqual([-1, -1])
    const [, , uprightTop = 0, uprightBottom = 0] = (await boxesOf(false)) ?? []
    expect(Math.abs(uprightBottom - uprightTop - 2000 / 1.5 / 5)).toBeLessThan(5)
  })

  test('content moved towards the spine does not cover the neighbouring page', async () => {
    const layout = 'booklet'
    const margins = { toTheEdge: true, isTrimmed: true }
    const job = jobOf({ layout, margins, pages: 64 })
    // The innermost sheet, with only the left page printed.
    const file = job.files[0]
    const sides = file?.sides.slice(-1) ?? []
    const [left] = sides[0]?.[0] ?? []
    const only = { ...job, files: file ? [{ ...file, sides }] : [] }
    const bytes = await firstPdf(only, await plain(297, 420), [left?.page ?? 0])
    const { boxes } = await measureInkedBoxes(bytes, grids.booklet)
    expect(boxes[0]?.[0]).toBeGreaterThan(22)
    expect(boxes[1]?.[0] === -1 || boxes[1]?.[0] === 0).toBe(true)
    expect(boxes[1]?.[1]).toBeLessThanOrEqual(1)
  })

  test('marks are drawn only where they are requested', async () => {
    const inkOf = async (withMarks: boolean) => (await firstPdf(jobOf({ layout: 'mini', withMarks }))).length
    expect(await inkOf(true)).toBeGreaterThan((await inkOf(false)) + 200)
  })
})

test.each([
  ['booklet', 'short', 12, ['1', '', '2', '', '3', '']],
  ['booklet', 'hand', 12, ['1', '2', '3']],
  ['quarter', 'long', 16, ['1', '', '2', '']],
  ['booklet', 'short', 4, ['', '']],
  ['mini', 'short', 8, ['']],
  ['single', 'short', 2, ['', '']],
] as const)('the fronts of a stacked %s, flipped %s, have numbers', async (layout, flip, pages, numbers) => {
  const textsOf = async (withMarks: boolean) => {
    const pdf = await pdfium.loadDocument(await firstPdf(jobOf({ layout, flip, pages, withMarks })))
    const texts = [...pdf.pages()].map((page) => page.getText())
    pdf.destroy()
    return texts
  }
  expect(await textsOf(layout !== 'single')).toEqual(numbers)
  expect((await textsOf(false)).join('')).toBe('')
})

test('the two test sheets have numbers, the backs in reverse order', async () => {
  const texts: Record<string, string[]> = {}
  for (const { name, pdf: blob } of await testSheets(jobOf({ layout: 'quarter', flip: 'hand' }), testTexts())) {
    const pdf = await pdfium.loadDocument(new Uint8Array(await blob.arrayBuffer()))
    texts[name] = [...pdf.pages()].map((page) => page.getText().split(/\r?\n/)[0] ?? '')
    pdf.destroy()
  }
  expect(texts).toEqual({
    'test-fronts': ['Front of sheet 1', 'Front of sheet 2'],
    'test-backs': ['Back of sheet 2', 'Back of sheet 1'],
  })
})

test('a test sheet has letters that the PDF’s font lacks', async () => {
  const texts = { title: 'Ж', names: ['Ж'], hint: '' }
  const [file] = await testSheets(jobOf({ layout: 'quarter', flip: 'hand' }), { fronts: texts, backs: texts })
  const { boxes } = await measureInkedBoxes(new Uint8Array((await file?.pdf.arrayBuffer()) ?? []), grids.single)
  expect(Math.abs((boxes[0]?.[3] ?? 0) - 0.66 * 2970)).toBeLessThan(20)
})

describe('a print picture', () => {
  const stripes = (pen: Pen) => {
    for (let x = 0; x < 40; x += 1) {
      pen.fillStyle = `hsl(${x * 9} 80% 50%)`
      pen.fillRect(x, 0, 1, 20)
    }
  }
  const webp = (quality: number) => renderPicture(40, 30, stripes, 'image/webp', quality)

  test('stored losslessly stays so, on white where it is transparent', async () => {
    const source = await webp(1)
    const picture = await readPicture(source)
    if (picture.kind !== 'pixels') throw new Error('It lost something')
    const unpacked = new Blob([picture.deflated]).stream().pipeThrough(new DecompressionStream('deflate'))
    const read = new Uint8Array(await new Response(unpacked).arrayBuffer())
    const pen = new OffscreenCanvas(40, 30).getContext('2d') as Pen
    fillWith(40, 30, '#fff')(pen)
    pen.drawImage(await createImageBitmap(new Blob([source])), 0, 0)
    const expected = pen.getImageData(0, 0, 40, 30).data.filter((_, at) => at % 4 < 3)
    expect([picture.width, picture.height]).toEqual([40, 30])
    expect([...read]).toEqual([...expected])
    expect([...read.slice(-3)]).toEqual([255, 255, 255])
  })

  test('without loss is drawn in the right place', async () => {
    const picture = await plain(80, 120, 'image/webp')
    expect((await readPicture(picture)).kind).toBe('pixels')
    const { boxes } = await measureInkedBoxes(
      await firstPdf(jobOf({ layout: 'single', pages: 1 }), picture),
      grids.single,
    )
    // On 200 by 287 mm of printable paper, a page of ratio 2:3 fills the height.
    const [[left = 0, right = 0, top = 0, bottom = 0] = []] = boxes
    expect(Math.abs(bottom - top - 2869)).toBeLessThanOrEqual(2)
    expect(Math.abs(right - left - 2869 / 1.5)).toBeLessThanOrEqual(2)
  })

  test('that is a JPEG stays unchanged, and another format is converted', async () => {
    const jpeg = await plain(30, 40)
    expect(await readPicture(jpeg)).toEqual({ kind: 'jpeg', bytes: jpeg })
    expect((await readPicture(await webp(0.5))).kind).toBe('jpeg')
  })

  const colourIn = async (picture: Uint8Array<ArrayBuffer>, removedPapers: PrintJob['removedPapers']) => {
    const pdf = await pdfium.loadDocument(
      await firstPdf(jobOf({ layout: 'single', pages: 1, removedPapers }), picture, [1]),
    )
    const { data, width, height } = await pdf.getPage(0).render({ scale: 0.5, render: 'bitmap' })
    pdf.destroy()
    const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4
    return [...data.subarray(at, at + 3)]
  }

  test.each(keysOf(paperColourValues))(
    'of a page on %s paper is printed without the color of the paper',
    async (paper) => {
      const paperOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
      const [light, ink] = [paperOf(paperColourValues[paper]), paperOf(inkValues.teal)]
      const mixed = light.map((value, at) => Math.round((value * (ink[at] ?? 0)) / 255))
      for (const mimeType of ['image/webp', 'image/jpeg']) {
        const pageOf = (colour: number[]) =>
          renderPicture(60, 80, fillWith(60, 80, `rgb(${colour.join()})`), mimeType, 1)
        const printed = await colourIn(await pageOf(mixed), [paper])
        for (const [at, value] of printed.entries()) expect(Math.abs(value - (ink[at] ?? 0))).toBeLessThanOrEqual(3)
        expect(await colourIn(await pageOf(light), [paper])).toEqual([255, 255, 255])
        const kept = await colourIn(await pageOf(light), [null])
        for (const [at, value] of kept.entries()) expect(Math.abs(value - (light[at] ?? 0))).toBeLessThanOrEqual(1)
      }
    },
  )

  test('that is invalid is rejected', async () => {
    await expect(readPicture(new TextEncoder().encode('no picture at all'))).rejects.toThrow()
  })
})

test.each([
  ['Moths of the Kitchen Window', 'zine', 'Moths of the Kitchen Window.pdf'],
  ['a/b\\c:d*e?f"g<h>i|j', 'fronts', 'a b c d e f g h i j - 1 fronts.pdf'],
  ['..\u202e\n ', 'zine', 'zine.pdf'],
  ['夜のバス 🚌', 'test-backs', '夜のバス 🚌 - test 2 backs.pdf'],
  [`${'very '.repeat(40)}long`, 'zine', `${'very '.repeat(16).trim()}.pdf`],
] as const)('%j is saved under a name that every system accepts', (title, name, expected) => {
  expect(fileName(title, name)).toBe(expected)
})

test('pages with bleed are on sheets that are cut at their marks', async () => {
  const trims = [trimOf('a4', { width: 1754, height: 2480 }, printBleed), trimOf('a4', { width: 300, height: 200 }, 0)]
  const job = jobOf({ layout: 'single', pages: 2, trims, margins: { toTheEdge: true, isTrimmed: false } })
  const bytes = await firstPdf(job, await plain(1804, 2530), [1, 2])
  const mm = (box: { x: number; y: number; width: number; height: number }) =>
    [box.x, box.y, box.width, box.height].map((length) => Math.round((length * 254) / 72) / 10)
  const pages = (await PDFDocument.load(bytes)).getPages()
  expect(pages.map((page) => [page.getMediaBox(), page.getBleedBox(), page.getTrimBox()].map(mm))).toEqual([
    [
      [0, 0, 230, 316.9],
      [7, 7, 216, 302.9],
      [10, 10, 210, 296.9],
    ],
    [
      [0, 0, 317, 218],
      [10, 10, 297, 198],
      [10, 10, 297, 198],
    ],
  ])
  const { boxes } = await measureInkedBoxes(bytes, grids.single)
  const [left = 0, right = 0] = boxes[0] ?? []
  expect(Math.abs(left - 70)).toBeLessThanOrEqual(2)
  expect(Math.abs(right - 2230)).toBeLessThanOrEqual(2)
})

describe('the words of pages', () => {
  const transcripts = [
    'Eleven Moths\nA field guide to the porch light, which is longer than one line of this page can be.',
    '夜のバス\n最終は二時十分に出る。\n乗客にはみな理由がある。',
    'الليل ليس فارغًا، بل مشغول بأشياء أخرى\nرقم 14 في Canal Street ما زال مضاءً ٢٠٢٦',
    'Ночной автобус 🚌\nThe word ليل is Arabic, and רוח is Hebrew',
    '',
  ]
  const words = (text: string) => text.normalize('NFC').replace(/\s+/g, '')

  test.each(layouts.filter((layout) => layoutsFor(5).includes(layout)))(
    'of a %s are found in order, and invisible',
    async (layout) => {
      const picture = await plain(60, 80)
      const pages = transcripts.map((_, at) => at + 1)
      const job = jobOf({ layout, pages: pages.length, transcripts, turnsWide: false })
      const withText = await firstPdf(job, picture, pages)
      const rendered = async (bytes: Uint8Array) => {
        const pdf = await pdfium.loadDocument(bytes)
        const texts = [...pdf.pages()].map((page) => words(page.getText()))
        const { data } = await pdf.getPage(0).render({ scale: 1, render: 'bitmap' })
        pdf.destroy()
        return { text: texts.join('\n'), picture: String(data) }
      }
      const [shown, plainPdf] = [
        await rendered(withText),
        await rendered(await firstPdf({ ...job, transcripts: [] }, picture, pages)),
      ]
      for (const line of transcripts.flatMap((text) => text.split('\n'))) expect(shown.text).toContain(words(line))
      expect(shown.picture === plainPdf.picture).toBe(true)
    },
  )
})

const jpegs: Uint8Array<ArrayBuffer>[] = []
beforeAll(async () => {
  const { width, height } = numberedSize
  const numbered = (number: number) => (pen: Pen) => {
    const image = new ImageData(width, height)
    const pixels = numberedPixels(number)
    for (let at = 0; at < width * height; at += 1) image.data.set([...pixels.subarray(at * 3, at * 3 + 3), 255], at * 4)
    pen.putImageData(image, 0, 0)
  }
  // In parallel, because a busy browser may delay each picture by a second.
  const rendered = await Promise.all(counts.map((number) => renderPicture(width, height, numbered(number))))
  for (const [at, jpeg] of rendered.entries()) jpegs[at + 1] = jpeg
})

async function pdfsOf(job: PrintJob, pages: number) {
  const pdfs = await openPdfs(job)
  for (let page = 1; page <= pages; page += 1)
    await addPicture(pdfs, job, page, { kind: 'jpeg', bytes: jpegs[page] ?? new Uint8Array() })
  return Promise.all(pdfs.map(({ document }) => document.save()))
}

describe('the PDF, rendered by PDFium, folded and read', () => {
  // imposition.test.ts checks the order of pages for every count. These tests check that each is rendered in its place.
  const everyCombination = layouts.flatMap((layout) =>
    (hasBacks(layout) ? flips : [defaultFlip(layout)]).flatMap((flip) =>
      readingDirections.map((direction) => ({ layout, flip, direction })),
    ),
  )
  test.each(everyCombination)('is in order: $layout, flipped by $flip, $direction', async (options) => {
    for (const pages of [3, 4, 5, 8, 9, 13, 16, 64].filter((count) => layoutsFor(count).includes(options.layout)))
      for (const paper of papers) {
        const pdfs = await pdfsOf(jobOf({ ...options, pages, paper, withMarks: true }), pages)
        const fileGrids = gridsOf(options, pages)
        const files = []
        for (const bytes of pdfs) {
          const pdf = await pdfium.loadDocument(bytes)
          files.push(await readSides(pdf, ...(fileGrids[files.length] ?? [])))
          pdf.destroy()
        }
        for (const read of readFoldedCopies(files, { ...options, pages })) {
          const printed = read.filter(({ page }) => page !== null)
          const inOrder = counts.slice(0, pages).map((page) => ({ page, isRotated: false }))
          expect(printed, `${pages} pages on ${paper}`).toEqual(inOrder)
          expect(read.at(-1)?.page).toBe(pages)
        }
      }
  })
})
