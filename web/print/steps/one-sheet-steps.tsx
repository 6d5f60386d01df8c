import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { hasPoster } from '../imposition/layouts.ts'
import type { PrintPlan } from '../print-plan.ts'
import * as drawings from './drawings.tsx'
import * as oneSheet from './one-sheet-drawings.tsx'

export type Step = { drawing: ReactNode; text: MessageDescriptor }

export const halfCopies = msg`Each half is a separate zine. Fold one, then the other.`

export function miniSteps({ choices: { layout, withMarks } }: PrintPlan): Step[] {
  const steps = [
    {
      drawing: drawings.eighths,
      text: withMarks
        ? msg`Fold the sheet into eighths along the ticks, and open it again.`
        : msg`Fold the sheet into eighths between the pages, and open it again.`,
    },
    {
      drawing: drawings.cutSlit,
      text: withMarks
        ? msg`Fold it in half, short end to short end. Cut along the dashed line, from the fold to the next crease.`
        : msg`Fold it in half, short end to short end. Cut along the crease in the middle, from the fold to the next crease.`,
    },
    { drawing: drawings.lengthwise, text: msg`Open it, and fold it lengthwise with the cover outside.` },
    {
      drawing: drawings.cross,
      text: msg`Push the two ends together until the slit opens and forms a cross.`,
    },
    {
      drawing: drawings.closedZine,
      text: msg`Fold the pages around until the cover is in front, and press the creases.`,
    },
  ]
  const poster = { drawing: oneSheet.slitPoster, text: msg`Unfold it all and turn it over: there is the poster.` }
  return hasPoster(layout) ? [...steps, poster] : steps
}

export const sixteenSteps = ({ choices: { withMarks } }: PrintPlan): Step[] => [
  {
    drawing: oneSheet.sixteenths,
    text: withMarks
      ? msg`Fold the sheet into sixteenths along the ticks, and open it again.`
      : msg`Fold the sheet into sixteenths between the pages, and open it again.`,
  },
  {
    drawing: oneSheet.cutBothLayers,
    text: withMarks
      ? msg`Fold the lower half to the back. Cut both layers along the dashed line, up to the last crease.`
      : msg`Fold the lower half to the back. Cut both layers along the crease in the middle, from the back cover up to the last crease.`,
  },
  {
    drawing: oneSheet.cutBack,
    text: withMarks
      ? msg`Open it. Cut along the dashed line in the middle, from the other edge up to the last crease.`
      : msg`Open it. Cut along the crease in the middle, from the other edge up to the last crease.`,
  },
  {
    drawing: oneSheet.foldWinding,
    text: msg`Now it is one strip. Start in the last row: fold the pages onto each other, back and forth, the first two print to print.`,
  },
  {
    drawing: oneSheet.wrapBack,
    text: msg`At the cover, fold the back around all pages. A dab of glue holds it.`,
  },
]

const panelsOf = ([front]: PrintPlan['sides']) => front?.[0]?.length ?? 1

export const accordionSteps = ({ choices: { withMarks }, hasTwoCopies, sides }: PrintPlan): Step[] => [
  {
    drawing: oneSheet.cutLengthwise(panelsOf(sides)),
    text: withMarks
      ? msg`Cut the sheet in half along the dashed line.`
      : msg`Cut the sheet in half lengthwise, between the pages.`,
  },
  hasTwoCopies
    ? { drawing: oneSheet.stripsApart, text: halfCopies }
    : {
        drawing: oneSheet.tapeStrips(panelsOf(sides)),
        text: msg`Lay the lower strip after the upper one, and tape them together on the back.`,
      },
  {
    drawing: oneSheet.fan,
    text: withMarks
      ? msg`Fold the strip back and forth along the ticks, like a fan, with the cover outside.`
      : msg`Fold the strip back and forth between the pages, like a fan, with the cover outside.`,
  },
  {
    drawing: drawings.closedZine,
    text: msg`Press the creases. Turn the pages like a book, or pull them into one long row.`,
  },
]

export const frenchFoldSteps = ({ choices: { layout, withMarks } }: PrintPlan): Step[] => [
  {
    drawing: oneSheet.foldUpperBack,
    text: withMarks
      ? msg`Fold the upper half to the back along the ticks, with the cover outside.`
      : msg`Fold the upper half to the back between the pages, with the cover outside.`,
  },
  {
    drawing: oneSheet.foldLeftBack,
    text: msg`Fold it in the middle with the cover and the back on the outside.`,
  },
  hasPoster(layout)
    ? { drawing: oneSheet.openPoster, text: msg`Open it like a card. Unfold it all, and there is the poster.` }
    : { drawing: oneSheet.card, text: msg`Press the creases. It opens like a card.` },
]
