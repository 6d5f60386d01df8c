import type { Ink, PaperColour } from '#contract/page-recipe.ts'
import type { PlateSettings } from '#web/typeset/draw/draw-plates.ts'
import { loadPictures } from '#web/typeset/draw/load-pictures.ts'
import { RenderError } from '#web/typeset/draw/render-error.ts'
import { loadType } from '#web/typeset/fonts/type-styles.ts'
import { knownRecipe } from '#web/typeset/recipe.ts'
import { layoutPage } from '#web/typeset/templates/layout-page.ts'
import { withSuffix } from '../make/file-name.ts'
import { madePage } from '../pdf/made-page.ts'
import { fetchBytes, type MakeOptions, readPage } from '../pdf/make-pdf.ts'
import { callWorker } from '../pdf/worker-calls.ts'
import type { PdfFile } from '../pdf/write-pdf.ts'
import type { Printable, PrintPlan } from '../print-plan.ts'
import { coverSheetName, plateFileStart, pressTexts } from './plate-texts.ts'
import type { PlateSource, PressRequest, PressResult, PrintedInk } from './press.ts'

type PlatesOptions = MakeOptions & {
  zine: Printable
  pictures: readonly string[]
  plan: PrintPlan
  /** In the order of printing. */
  inks: Ink[]
  settings: PlateSettings
}

export type PlateFile = PdfFile & {
  fileName: string
  /** The cover sheet has no ink. */
  ink?: Ink | undefined
  number: number
  printed: PrintedInk[]
}

/** Makes the plates of all inks that print something, and a cover sheet. */
export async function makePlates(options: PlatesOptions): Promise<PlateFile[]> {
  const { zine, plan, inks, settings, signal, onPage } = options
  const press = await openPress(signal, {
    type: 'begin',
    job: { ...plan.job, trims: undefined, removedPapers: [], transcripts: [] },
    inks,
    settings,
  })
  try {
    const printed: PrintedInk[] = []
    for (const index of zine.pages.keys()) {
      const page = index + 1
      onPage(page)
      await readPage({ page, signal }, async () => {
        const source = await readSource(options, index)
        printed.push(...((await press.call({ type: 'page', page, source }, transferable(source))).printed ?? []))
      })
    }
    const used = inks.filter((ink) => printed.some((each) => each.ink === ink))
    const papers: PaperColour[] = [...new Set(zine.pages.flatMap(({ recipe }) => knownRecipe(recipe)?.paper ?? []))]
    const texts = pressTexts(used, { zine, plan, papers, isContinuous: settings.isContinuous })
    const { files = [] } = await press.call({ type: 'finish', texts })
    return files.map((file) => toPlateFile(file, used, { title: zine.title, printed }))
  } finally {
    press.close()
  }
}

type Facts = { title: string; printed: PrintedInk[] }

function toPlateFile(file: PdfFile & { ink?: Ink }, used: Ink[], { title, printed }: Facts): PlateFile {
  const { ink, name } = file
  const number = ink ? used.indexOf(ink) + 1 : 0
  const start = ink ? plateFileStart(title, number, ink) : coverSheetName(title)
  return { ...file, number, fileName: withSuffix(start, name), printed: printed.filter((each) => each.ink === ink) }
}

/** A page made here is laid out as its maker saw it. */
async function readSource({ zine, pictures, signal }: PlatesOptions, index: number): Promise<PlateSource> {
  const made = madePage(zine, index)
  if (!made) return { picture: new Blob([await fetchBytes(pictures[index] ?? '', signal)]) }
  const { recipe, size } = made
  const fonts = await loadType(recipe)
  const drawing = layoutPage(recipe, size)
  try {
    return { drawing, fonts, pictures: await loadPictures(recipe, signal) }
  } catch (error) {
    throw error instanceof RenderError ? error.cause : error
  }
}

const transferable = (source: PlateSource): Transferable[] =>
  'pictures' in source ? source.pictures.filter((picture) => picture !== null) : []

/** Without fonts in workers, the page makes the plates itself. */
async function openPress(signal: AbortSignal, begin: PressRequest) {
  const worker = new Worker(new URL('./plates-worker.ts', import.meta.url), { type: 'module' })
  const inWorker = {
    call: (request: PressRequest, transfer?: Transferable[]) =>
      callWorker<PressResult>(worker, request, { signal, transfer }),
    close: () => worker.terminate(),
  }
  try {
    await inWorker.call(begin)
    return inWorker
  } catch {
    worker.terminate()
    signal.throwIfAborted()
    const { handle } = await import('./press.ts')
    await handle(begin)
    const call = (request: PressRequest) => {
      signal.throwIfAborted()
      return handle(request)
    }
    return { call, close: () => undefined }
  }
}
