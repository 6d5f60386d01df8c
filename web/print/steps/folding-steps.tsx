import type { ReactNode } from 'react'
import type { Layout } from '../imposition/layouts.ts'
import type { PrintPlan } from '../print-plan.ts'
import { Arrow, Scissors } from './drawing-parts.tsx'
import { closedZine, cross, cutSlit, eighths, lengthwise } from './mini-drawings.tsx'
import css from './steps.module.css'

/** Three lying sheets; what is printed on the lowest looks down. */
const pile = (
  <>
    <path className={css.shade} d="M38 46h112v80H38z" />
    <path className={css.paper} d="M32 40h112v80H32z" />
    <path className={css.ink} d="M32 114h56v6H32z" />
    <path className={css.paper} d="M42 29h112v80H42z" />
    <path className={css.paper} d="M52 18h112v80H52z" />
    <path className={css.edge} d="M32 40h112v80H32z" />
    <path className={css.covered} d="M42 29h112v80H42z" />
    <path className={css.covered} d="M52 18h112v80H52z" />
    <path className={css.fold} d="M108 18v80" />
  </>
)

/** The right half comes over the left. */
const foldInMiddle = (
  <>
    <path className={css.shade} d="M40 42h64v84H40z" />
    <path className={css.paper} d="M34 36h66v84H34zM36 33h64v84H36z" />
    <path className={css.ink} d="M100 33l44-20v84l-44 20z" />
    <path className={css.edge} d="M100 33l44-20v84l-44 20z" />
    <path className={css.fold} d="M100 33v84" />
    <Arrow path="M170 60q-16-52-84-40" head="M86 20l12-5M86 20l10 8" />
  </>
)

/** Opened, its outside up. */
const staple = (
  <>
    <path className={css.shade} d="M38 34h136v92H38z" />
    <path className={css.paper} d="M32 28h136v92H32z" />
    <path className={css.ink} d="M100 28h68v92h-68z" />
    <path className={css.ink2} d="M114 46h40v30h-40z" />
    <path className={css.edge} d="M32 28h136v92H32zM114 90h40M114 100h24" />
    <path className={css.fold} d="M100 28v92" />
    <path className={css.staple} d="M100 44v16M100 88v16" />
  </>
)

/** Closed; inner pages stand out until the knife has passed. */
const trim = (
  <>
    <path className={css.shade} d="M70 30h80v96H70z" />
    <path className={css.paper} d="M64 24h78v92H64zM64 24h74v94H64zM64 24h70v96H64z" />
    <path className={css.ink} d="M64 24h70v96H64z" />
    <path className={css.ink2} d="M76 42h42v32H76z" />
    <path className={css.edge} d="M64 24h70v96H64zM76 88h42M76 98h26" />
    <path className={css.staple} d="M64 42v14M64 86v14" />
    <path className={css.cut} d="M128 36v96" />
    <g transform="translate(128 36) rotate(-90)">
      <Scissors />
    </g>
  </>
)

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

/** Three standing sheets; what is printed on the lowest looks down. */
const tallPile = (
  <>
    <path className={css.shade} d="M62 36h72v96H62z" />
    <path className={css.paper} d="M56 30h72v96H56z" />
    <path className={css.ink} d="M56 30h6v96h-6z" />
    <path className={css.paper} d="M65 21h72v96H65z" />
    <path className={css.paper} d="M74 12h72v96H74z" />
    <path className={css.edge} d="M56 30h72v96H56z" />
    <path className={css.covered} d="M65 21h72v96H65z" />
    <path className={css.covered} d="M74 12h72v96H74z" />
    <path className={css.fold} d="M110 12v96" />
  </>
)

const cutAcross = (
  <>
    <path className={css.shade} d="M68 20h76v108H68z" />
    <path className={css.paper} d="M62 14h76v108H62z" />
    <path className={css.fold} d="M100 14v108" />
    <path className={css.edge} d="M62 14h76v108H62z" />
    <path className={css.cut} d="M62 68h76" />
    <g transform="translate(60 68) scale(-1 1)">
      <Scissors />
    </g>
  </>
)

/** The lower half goes up and on top. */
const halvesTogether = (
  <>
    <path className={css.shade} d="M68 20h76v50H68z" />
    <path className={css.paper} d="M62 14h76v50H62z" />
    <path className={css.fold} d="M100 14v50" />
    <path className={css.shade} d="M68 82h76v50H68z" />
    <path className={css.ink2} d="M62 76h76v50H62z" />
    <path className={css.fold} d="M100 76v50" />
    <path className={css.edge} d="M62 14h76v50H62zM62 76h76v50H62z" />
    <Arrow path="M150 100q30-30 0-60" head="M150 40l1 12M150 40l12 3" />
  </>
)

/** Each half goes its own way. */
const halvesApart = (
  <>
    <path className={css.shade} d="M68 20h76v48H68z" />
    <path className={css.paper} d="M62 14h76v48H62z" />
    <path className={css.shade} d="M68 84h76v48H68z" />
    <path className={css.ink2} d="M62 78h76v48H62z" />
    <path className={css.fold} d="M100 14v48M100 78v48" />
    <path className={css.edge} d="M62 14h76v48H62zM62 78h76v48H62z" />
  </>
)
