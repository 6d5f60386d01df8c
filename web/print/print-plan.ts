import { textLanguageOf } from '#contract/text-language.ts'
import type { FullZine } from '#contract/zines.ts'
import { hasTwoCopies, impose, paddedPageCount, printedSides, printFiles, sideNumbers } from './imposition/impose.ts'
import { hasBacks, hasPoster, sheetSize } from './imposition/layouts.ts'
import { printBleed, trimOf } from './imposition/trims.ts'
import type { PrintJob } from './pdf/write-pdf.ts'
import { offersBleed, type ResolvedChoices } from './print-choices.ts'
import { isWide, widePages } from './wide-pages.ts'

/** A zine, or a draft of its maker. */
export type Printable = Pick<FullZine, 'title' | 'language' | 'readingDirection' | 'details' | 'paper'> & {
  creator: { username: string }
  pages: Pick<
    FullZine['pages'][number],
    'url' | 'width' | 'height' | 'printWidth' | 'transcript' | 'paperColour' | 'recipe'
  >[]
}

export type PrintPlan = ReturnType<typeof makePrintPlan>

export function makePrintPlan(zine: Printable, choices: ResolvedChoices) {
  const { layout, paper, flip, toTheEdge, isTrimmed, withMarks, turnsWide, withBleed, printsPaper } = choices
  const pages = zine.pages.length
  const sheets = impose({ layout, pages, direction: zine.readingDirection })
  const size = sheetSize(layout, paper)
  const poster = hasPoster(layout) ? pages : undefined
  const margins = { toTheEdge, isTrimmed }
  const job: PrintJob = {
    layout,
    direction: zine.readingDirection,
    paper,
    margins,
    withMarks,
    turnsWide: turnsWide && !withBleed,
    trims: withBleed
      ? zine.pages.map(({ width, height, recipe }) =>
          trimOf(paper, { width: width ?? 1, height: height ?? 1 }, recipe ? printBleed : 0),
        )
      : undefined,
    removedPapers: zine.pages.map(({ paperColour }) => (printsPaper ? null : paperColour)),
    transcripts: zine.pages.map(({ transcript }) => transcript),
    files: printFiles(sheets, layout, flip),
    withTest: hasBacks(layout) && flip === 'hand',
    title: zine.title,
    author: zine.creator.username,
    language: textLanguageOf(zine.title, zine.language).lang || 'en',
  }
  return {
    choices,
    pages,
    margins,
    job,
    // Sheets with bleed are turned like their pages, and a wide poster fills a landscape sheet.
    widePages: withBleed ? [] : widePages(zine.pages).filter((page) => page !== poster || !isWide(size)),
    offersBleed: offersBleed(layout, zine.pages),
    hasPaperColour: zine.pages.some(({ paperColour }) => paperColour),
    direction: zine.readingDirection,
    size,
    poster,
    sheets: sheets.length,
    sides: printedSides(sheets, layout, flip),
    numbers: sideNumbers(sheets),
    blanks: paddedPageCount({ layout, pages }) - pages,
    hasTwoCopies: hasTwoCopies({ layout, pages }),
  }
}
