import type { ReactNode } from 'react'
import type { Layout } from '../imposition/layouts.ts'
import type { PrintPlan } from '../print-plan.ts'
import { foldInMiddle, pile, staple, trim } from './booklet-drawings.tsx'
import { closedZine, cross, cutSlit, eighths, lengthwise } from './mini-drawings.tsx'
import { cutAcross, halvesApart, halvesTogether, tallPile } from './quarter-drawings.tsx'
import css from './steps.module.css'

/** `drawing` is the inside of an SVG of 200 by 140, drawn for zines that are read from left to right. */
type Step = { drawing: ReactNode; words: string }

/** What hands do once the paper lies there, drawn and said. */
export function FoldingSteps({ plan }: { plan: PrintPlan }) {
  return (
    <section className={css.steps} data-direction={plan.direction} aria-labelledby="folding">
      <h2 id="folding">{titles[plan.choices.layout]}</h2>
      <ol>
        {stepsFor(plan).map(({ drawing, words }) => (
          <li key={words}>
            <svg viewBox="0 0 200 140" aria-hidden="true">
              {drawing}
            </svg>
            <p>{words}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const titles: Record<Layout, string> = {
  mini: 'Three folds, one cut',
  booklet: 'Fold and staple',
  quarter: 'Cut, fold and staple',
  single: 'Keep them in order',
}

const miniSteps: Step[] = [
  { drawing: eighths, words: 'Fold the sheet into eight along the ticks, and open it again.' },
  {
    drawing: cutSlit,
    words:
      'Fold it in half, short end to short end. Cut along the dashed line, from the fold to the next crease.',
  },
  { drawing: lengthwise, words: 'Open it, and fold it lengthwise with the print outside.' },
  { drawing: cross, words: 'Push the two ends together until the slit opens and a cross stands up.' },
  {
    drawing: closedZine,
    words: 'Fold the pages round until the cover lies in front, and press the creases.',
  },
]

const pileWords = 'Lay the sheets on each other as they are numbered: sheet 1 at the bottom, its front down.'

function stepsFor({ choices, sheets, hasTwoCopies }: PrintPlan): Step[] {
  if (choices.layout === 'mini') return miniSteps
  if (choices.layout === 'single')
    return [
      {
        drawing: singleSheets,
        words: 'One page a sheet. Staple them at the side, or take the PDF to a copy shop.',
      },
    ]
  const before = choices.layout === 'quarter' ? quarterSteps(sheets, hasTwoCopies) : bookletSteps(sheets)
  const leaves = choices.layout === 'quarter' && !hasTwoCopies ? 2 * sheets : sheets
  return [...before, ...bindingSteps(leaves, choices.isTrimmed)]
}

const bookletSteps = (sheets: number): Step[] => (sheets > 1 ? [{ drawing: pile, words: pileWords }] : [])

const quarterSteps = (sheets: number, hasTwoCopies: boolean): Step[] => [
  ...(sheets > 1 ? [{ drawing: tallPile, words: pileWords }] : []),
  {
    drawing: cutAcross,
    words: `Cut the ${sheets > 1 ? 'pile' : 'sheet, its front down,'} across the middle, along the dashed line.`,
  },
  hasTwoCopies
    ? { drawing: halvesApart, words: 'Each half is a zine of its own. Go on with one, then with the other.' }
    : { drawing: halvesTogether, words: 'Lay the lower half onto the upper one, without turning it.' },
]

const bindingSteps = (leaves: number, isTrimmed: boolean): Step[] => [
  { drawing: foldInMiddle, words: 'Fold it in the middle, so that the cover and the back lie outside.' },
  ...(leaves > 1
    ? [{ drawing: staple, words: 'Open it again and staple twice through the crease, from outside.' }]
    : []),
  ...(isTrimmed
    ? [{ drawing: trim, words: 'Press it under a book for a night, then trim the open edge straight.' }]
    : []),
]

/** Standing sheets, the first on top, stapled at the side where reading begins. */
const singleSheets = (
  <>
    <path className={css.shade} d="M72 26h72v104H72z" />
    <path className={css.paper} d="M74 22h72v100H74zM70 19h72v102H70zM66 16h72v104H66z" />
    <path className={css.ink} d="M66 16h72v104H66z" />
    <path className={css.ink2} d="M80 36h44v34H80z" />
    <path className={css.edge} d="M66 16h72v104H66zM80 86h44M80 96h28" />
    <path className={css.staple} d="M71 34v14M71 88v14" />
  </>
)
