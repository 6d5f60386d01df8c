import { decodePDFRawStream, PDFArray, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import type { Ink } from '#contract/page-recipe.ts'
import { exampleRecipe } from '#web/typeset/example-recipe.testing.ts'
import { loadType } from '#web/typeset/fonts/type-styles.ts'
import { layoutPage } from '#web/typeset/templates/layout-page.ts'
import { exampleOpenZine, examplePage } from '#web/zines/example-zine.testing.ts'
import { addPicture, openPdfs } from '../pdf/write-pdf.ts'
import { readPrintChoices, resolveChoices } from '../print-choices.ts'
import { makePrintPlan } from '../print-plan.ts'
import { pressTexts } from './plate-texts.ts'
import { handle } from './press.ts'

const size = { width: 437, height: 620 }

function planOf(search: string, count: number) {
  const pages = Array.from({ length: count }, (_, at) =>
    examplePage({ ...size, recipe: exampleRecipe({ title: `Page ${at + 1}`, inks: ['blue', 'pink'] }) }),
  )
  const zine = exampleOpenZine({ title: 'Eleven Moths', pages })
  return { zine, plan: makePrintPlan(zine, resolveChoices(readPrintChoices(new URLSearchParams(search)), pages, 'a4')) }
}

/** Makes the plates of a zine of five pages, in blue and pink. */
async function press(search: string) {
  const { zine, plan } = planOf(search, 5)
  const inks: Ink[] = ['pink', 'blue']
  await handle({
    type: 'begin',
    job: { ...plan.job, trims: undefined, removedPapers: [], transcripts: [] },
    inks,
    settings: { photoInks: inks, isContinuous: false },
  })
  for (const [index, { recipe }] of zine.pages.entries()) {
    const known = recipe as ReturnType<typeof exampleRecipe>
    const fonts = await loadType(known)
    const source = { drawing: layoutPage(known, size), fonts, pictures: [] }
    await handle({ type: 'page', page: index + 1, source })
  }
  const texts = pressTexts(inks, { zine, plan, papers: ['cream'], isContinuous: false })
  const { files = [] } = await handle({ type: 'finish', texts })
  return { plan, files }
}

/** Where the pictures are on each page of a PDF. */
async function placesIn(pdf: Uint8Array | Blob) {
  const bytes = pdf instanceof Blob ? new Uint8Array(await pdf.arrayBuffer()) : pdf
  const document = await PDFDocument.load(bytes)
  return document.getPages().map((page) => {
    const contents = page.node.Contents()
    const streams = contents instanceof PDFArray ? contents.asArray() : [contents]
    const text = streams
      .map((each) => document.context.lookup(each))
      .map((each) => (each instanceof PDFRawStream ? new TextDecoder().decode(decodePDFRawStream(each).decode()) : ''))
      .join('\n')
    return [...text.matchAll(/^(.+) cm\n\/Picture/gm)].map(([, matrix]) => matrix).sort()
  })
}

async function usualPlaces({ job, pages }: ReturnType<typeof planOf>['plan']) {
  const pdfs = await openPdfs(job)
  const picture = { kind: 'pixels', ...size, deflated: new Uint8Array() } as const
  for (let page = 1; page <= pages; page += 1) await addPicture(pdfs, job, page, picture)
  return Promise.all(pdfs.map(async ({ document }) => placesIn(await document.save())))
}

test.each(['layout=mini', 'layout=booklet&sides=long', 'layout=quarter&sides=hand', 'layout=single&margin=none'])(
  'each plate of %s has its pages where the zine has them',
  async (search) => {
    const { plan, files } = await press(search)
    const usual = await usualPlaces(plan)
    expect(usual.flat(2).length).toBeGreaterThan(4)
    for (const ink of ['pink', 'blue']) {
      const plates = files.filter((file) => file.ink === ink)
      expect(plates.map(({ name }) => name)).toEqual(plan.job.files.map(({ name }) => name))
      expect(await Promise.all(plates.map(({ pdf }) => placesIn(pdf)))).toEqual(usual)
    }
  },
)

test('plates are grey, and each has its name', async () => {
  const { files } = await press('layout=mini')
  expect(files.map(({ ink }) => ink)).toEqual([undefined, 'pink', 'blue'])
  const document = await PDFDocument.load(await (files[1]?.pdf ?? new Blob()).arrayBuffer())
  expect(document.getTitle()).toBe('Eleven Moths: Plate 1 of 2: Pink')
  const images = document.context
    .enumerateIndirectObjects()
    .flatMap(([, each]) => (each instanceof PDFRawStream && each.dict.has(PDFName.of('ColorSpace')) ? [each.dict] : []))
  expect(images).toHaveLength(5)
  for (const image of images) expect(String(image.get(PDFName.of('ColorSpace')))).toBe('/DeviceGray')
})
