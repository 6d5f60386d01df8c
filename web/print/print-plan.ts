import type { OpenZine } from '#contract/zines.ts'
import { saidLanguage } from '#web/details/said-language.ts'
import { textLanguageOf } from '#web/ui/text-language.ts'
import { hasTwoCopies, impose, paperPages, printedSides, printFiles } from './imposition/impose.ts'
import { hasBacks, sheetSize } from './imposition/layouts.ts'
import type { PrintJob } from './pdf/write-pdf.ts'
import type { SettledChoices } from './print-address.ts'

export type PrintPlan = ReturnType<typeof planOf>

export function planOf(zine: OpenZine, choices: SettledChoices) {
  const { layout, paper, flip, toTheEdge, isTrimmed, withMarks } = choices
  const pages = zine.pages.length
  const sheets = impose({ layout, pages, direction: zine.readingDirection })
  const room = { toTheEdge, isTrimmed }
  const job: PrintJob = {
    ...{ layout, paper, room, withMarks },
    files: printFiles(sheets, layout, flip),
    withTest: hasBacks(layout) && flip === 'hand',
    title: zine.title,
    maker: zine.creator.username,
    language: textLanguageOf(zine.title, saidLanguage(zine)).lang ?? 'en',
  }
  return {
    ...{ choices, pages, room, job },
    direction: zine.readingDirection,
    size: sheetSize(layout, paper),
    sheets: sheets.length,
    sides: printedSides(sheets, layout, flip),
    blanks: paperPages({ layout, pages }) - pages,
    hasTwoCopies: hasTwoCopies({ layout, pages }),
  }
}
