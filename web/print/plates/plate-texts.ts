import { i18n } from '@lingui/core'
import { ph, plural, t } from '@lingui/core/macro'
import type { Ink, PaperColour } from '#contract/page-recipe.ts'
import { formatList } from '#web/languages/formats.ts'
import { inkValues } from '#web/typeset/drawing.ts'
import { inkNames, paperNames } from '#web/typeset/look/look-fields.tsx'
import { layoutTexts } from '../choices/print-form.tsx'
import { cleanTitle } from '../make/file-name.ts'
import { paperNames as sheetNames } from '../paper.ts'
import type { Printable, PrintPlan } from '../print-plan.ts'
import type { PressTexts } from './press.ts'

export const inkName = (ink: Ink) => i18n._(inkNames[ink])
export const lowerCaseInkName = (ink: Ink = 'black') => inkName(ink).toLocaleLowerCase(i18n.locale)

/** The beginning of the name of a plate’s files: `Moths-1-pink`. */
export const plateFileStart = (title: string, number: number, ink: Ink) =>
  `${cleanTitle(title)}-${number}-${lowerCaseInkName(ink)}`.replaceAll(' ', '-')

export const coverSheetName = (title: string) =>
  `${cleanTitle(title)}-0-${t({ message: 'cover-sheet', comment: 'End of the name of a file' })}`.replaceAll(' ', '-')

type Job = { zine: Printable; plan: PrintPlan; papers: PaperColour[]; isContinuous: boolean }

/** Translated here, because workers have no language. `inks` are those that are printed, in this order. */
export function pressTexts(inks: Ink[], { zine, plan, papers, isContinuous }: Job): PressTexts {
  const { pages, sheets } = plan
  const plates = inks.map((ink, index) => ({
    ink,
    label: t`Plate ${ph({ number: index + 1 })} of ${ph({ count: inks.length })}: ${ph({ ink: inkName(ink) })}`,
    fileName: `${plateFileStart(zine.title, index + 1, ink)}.pdf`,
    colour: inkValues[ink],
  }))
  const paper = formatList(
    i18n.locale,
    papers.map((colour) => i18n._(paperNames[colour])),
    'narrow',
  )
  const facts = [
    t`By ${ph({ username: zine.creator.username })}, made with Foldout.`,
    t`Paper: ${ph({ paper })}, ${ph({ format: i18n._(sheetNames[plan.choices.paper]) })}.`,
    `${i18n._(layoutTexts[plan.choices.layout].name)}: ${t`${plural(pages, { one: '# page', other: '# pages' })}, on ${plural(sheets, { one: '# sheet', other: '# sheets' })} of paper.`}`,
    isContinuous
      ? t`Images are continuous gray: the press makes the dots.`
      : t`Images have dots: print the plates as line art.`,
    t`Black on a plate is solid ink. Print at actual size, without scaling.`,
    ...(plan.choices.toTheEdge ? [] : [t`The corner marks of all plates lie on each other.`]),
  ]
  return { plates, cover: { title: zine.title, facts, order: t`Print in this order` } }
}
