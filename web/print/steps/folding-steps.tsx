import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Layout } from '../imposition/layouts.ts'
import type { PrintPlan } from '../print-plan.ts'
import * as drawings from './drawings.tsx'
import { accordionSteps, frenchFoldSteps, halfCopies, miniSteps, type Step, sixteenSteps } from './one-sheet-steps.tsx'
import css from './steps.module.css'

export function FoldingSteps({ plan }: { plan: PrintPlan }) {
  const { t } = useLingui()
  return (
    <section className={css.steps} data-direction={plan.direction} aria-labelledby="folding">
      <h2 id="folding">{t(titles[plan.choices.layout])}</h2>
      <ol>
        {steps[plan.choices.layout](plan).map(({ drawing, text }) => (
          <li key={text.id}>
            <svg viewBox="0 0 200 140" aria-hidden="true">
              {drawing}
            </svg>
            <p>{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const titles: Record<Layout, MessageDescriptor> = {
  mini: msg`Three folds, one cut`,
  booklet: msg`Fold and staple`,
  quarter: msg`Cut, fold and staple`,
  sixteen: msg`Two cuts, one long strip`,
  accordion: msg`Cut it, fold it like a fan`,
  'french-fold': msg`Two folds, no cut`,
  'mini-poster': msg`Three folds, one cut`,
  'french-fold-poster': msg`Two folds, no cut`,
  single: msg`Keep them in order`,
}

const steps: Record<Layout, (plan: PrintPlan) => Step[]> = {
  mini: miniSteps,
  booklet: stapledSteps,
  quarter: stapledSteps,
  sixteen: sixteenSteps,
  accordion: accordionSteps,
  'french-fold': frenchFoldSteps,
  'mini-poster': miniSteps,
  'french-fold-poster': frenchFoldSteps,
  single: () => [
    {
      drawing: drawings.singleSheets,
      text: msg`One page per sheet. Staple them at the side, or take the PDF to a copy shop.`,
    },
  ],
}

/** Sheets have numbers if they have marks. */
const pileText = (withMarks: boolean) =>
  withMarks
    ? msg`Stack the sheets by the number at the fold: 1 at the bottom, the numbered sides down.`
    : msg`Stack the sheets in the order of the pages: the cover at the bottom, facing down, and the middle pages on top.`

function stapledSteps({ choices, sheets, hasTwoCopies }: PrintPlan): Step[] {
  const { layout, withMarks, isTrimmed } = choices
  const isQuarter = layout === 'quarter'
  const pile = { drawing: isQuarter ? drawings.tallPile : drawings.pile, text: pileText(withMarks) }
  return [
    ...(sheets > 1 ? [pile] : []),
    ...(isQuarter ? cuttingSteps(sheets, hasTwoCopies, withMarks) : []),
    ...bindingSteps(isQuarter && !hasTwoCopies ? 2 * sheets : sheets, isTrimmed),
  ]
}

function cutText(isStack: boolean, withMarks: boolean) {
  if (isStack)
    return withMarks
      ? msg`Cut the stack across the middle, along the dashed line.`
      : msg`Cut the stack across the middle, between the pages.`
  return withMarks
    ? msg`Cut the sheet, cover side down, across the middle, along the dashed line.`
    : msg`Cut the sheet, cover side down, across the middle, between the pages.`
}

const cuttingSteps = (sheets: number, hasTwoCopies: boolean, withMarks: boolean): Step[] => [
  {
    drawing: drawings.cutAcross,
    text: cutText(sheets > 1, withMarks),
  },
  hasTwoCopies
    ? {
        drawing: drawings.halvesApart,
        text: halfCopies,
      }
    : {
        drawing: drawings.halvesTogether,
        text: msg`Lay the lower half on the upper half without turning it.`,
      },
]

const bindingSteps = (leaves: number, isTrimmed: boolean): Step[] => [
  {
    drawing: drawings.foldInMiddle,
    text: msg`Fold it in the middle with the cover and the back on the outside.`,
  },
  ...(leaves > 1
    ? [
        {
          drawing: drawings.staple,
          text: msg`Open it again and staple twice through the crease, from the outside.`,
        },
      ]
    : []),
  ...(isTrimmed
    ? [
        {
          drawing: drawings.trim,
          text: msg`Press it under a book overnight, then trim the open edge.`,
        },
      ]
    : []),
]

export const HandTest = () => {
  const { t } = useLingui()
  return (
    <div className={css.test}>
      <h2>{t`Print the test first: the arrow shows how to put the paper back`}</h2>
      <ol>
        <li>{t`Print the test’s fronts. Put both sheets back and print the test’s backs.`}</li>
        <li>{t`Turn each sheet like the page of a book. Both sides should say the same number, with the arrow up.`}</li>
        <li>{t`If the numbers differ, turn the stack over next time. If the arrow points down, rotate the paper by 180°.`}</li>
        <li>{t`Then print the fronts, put the stack back the way that worked, and print the backs.`}</li>
      </ol>
    </div>
  )
}
