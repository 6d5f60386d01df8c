import type { OpenZine } from '#contract/zines.ts'
import { counted } from '#web/ui/number.ts'
import { paperNames } from './choices/choice-words.ts'
import { hasBacks } from './imposition/layouts.ts'
import type { PrintPlan } from './print-plan.ts'

/** What comes out, in sentences. */
export function planSentences({ choices, sheets, pages, blanks, hasTwoCopies }: PrintPlan) {
  const paper = `${counted(sheets, 'sheet')} of ${paperNames[choices.paper]}`
  const both = hasBacks(choices.layout) ? ', printed on both sides' : ', printed on one side'
  return [
    `${paper}${both}.`,
    blanks > 0 && `${counted(pages, 'page')}: ${blankOnes(blanks)} added before the back.`,
    hasTwoCopies && 'Each sheet carries its pages twice: cut in half, they are two zines.',
  ].filter((sentence) => sentence !== false)
}

const blankOnes = (blanks: number) => (blanks === 1 ? '1 blank one is' : `${blanks} blank ones are`)

/** What the printer's own window is to be told. */
export function printerSentence({ choices: { layout, flip } }: PrintPlan) {
  const size = 'In the printer’s window: actual size, no “fit to page”'
  if (!hasBacks(layout)) return `${size}.`
  return flip === 'hand' ? `${size}, one side only.` : `${size}, flip on the ${flip} edge.`
}

/** Dots an inch below which print looks soft; a thirtieth short of 300 nobody sees. */
const sharp = 280
const formats = [
  { name: 'A4', width: 210 },
  { name: 'A5', width: 148 },
  { name: 'A6', width: 105 },
  { name: 'A7', width: 74 },
]
const inch = 25.4

/** Up to which size the pictures suffice, where they do not for this one. */
export function sharpnessSentence({ size, sides }: PrintPlan, zine: OpenZine) {
  const widths = zine.pages.flatMap(({ printWidth }) => printWidth ?? [])
  const narrowest = Math.min(...widths)
  const isSharp = (width: number) => narrowest >= (width / inch) * sharp
  if (isSharp(size.width / (sides[0]?.[0]?.length ?? 1))) return undefined
  const largest = formats.find(({ width }) => isSharp(width))
  return largest
    ? `Prints up to ${largest.name} in full sharpness.`
    : 'Its pictures are small: on paper they will look soft.'
}
