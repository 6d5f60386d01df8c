import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type * as doors from '#contract/doors.ts'
import type { OpenZine } from '#contract/zines.ts'
import { call } from '#web/api/call.ts'
import { counted } from '#web/ui/number.ts'
import { PartBoundary } from '#web/ui/states/part-boundary.tsx'
import { useMounted } from '#web/ui/use-mounted.ts'
import { PrintForm, paperNames } from './choices/print-form.tsx'
import type { Paper } from './imposition/layouts.ts'
import { hasBacks } from './imposition/layouts.ts'
import { MakePdfPanel } from './make/make-pdf-panel.tsx'
import { type PrintChoices, readPrintChoices, settle, writePrintChoices } from './print-address.ts'
import css from './print-page.module.css'
import { type PrintPlan, planOf } from './print-plan.ts'
import { LiveSheet } from './sheet/live-sheet.tsx'
import { FoldingSteps, HandTest } from './steps/folding-steps.tsx'

const downloadComic = call<typeof doors.downloadComic>('GET', '/api/zines/:id/zine.cbz')

export function PrintZine({ zine, onReadAgain }: { zine: OpenZine; onReadAgain: () => Promise<unknown> }) {
  const { choices, choose } = usePrintChoices(zine.pages.length)
  const plan = planOf(zine, choices)
  const sharpness = sharpnessSentence(plan, zine)
  return (
    <>
      <div className={css.table}>
        <PartBoundary>
          <PrintForm choices={choices} pages={plan.pages} choose={choose} />
        </PartBoundary>
        <div className={css.result}>
          <PartBoundary key={choices.layout}>
            <LiveSheet plan={plan} zine={zine} />
          </PartBoundary>
          <ul className={css.facts}>
            {planSentences(plan).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
            {sharpness && <li>{sharpness}</li>}
          </ul>
          {/* A changed job or changed pages need a new PDF. */}
          <PartBoundary key={JSON.stringify([plan.job, zine.pages.map(({ url }) => url)])}>
            <MakePdfPanel zine={zine} plan={plan} onReadAgain={onReadAgain} />
          </PartBoundary>
          <p className={css.printer}>
            {printerSentence(plan)}{' '}
            {choices.layout !== 'single' && <span>Scaled to 97 percent, it folds in the wrong places.</span>}
          </p>
          <p className="meta">
            Reading on screen? Get{' '}
            <a href={downloadComic.path({ params: { id: zine.id } })} download>
              the CBZ
            </a>
            for comic apps.
          </p>
          {plan.job.withTest && <HandTest />}
        </div>
      </div>
      <PartBoundary>
        <FoldingSteps plan={plan} />
      </PartBoundary>
    </>
  )
}

/** Stores the choices in the address, for reload and sharing. */
function usePrintChoices(pages: number) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isMounted = useMounted()
  // Shows a choice immediately, before the address changes.
  const [chosen, setChosen] = useState<PrintChoices>()
  const choices = chosen ?? readPrintChoices(search)
  const choose = (changes: Partial<PrintChoices>) => {
    const next = { ...choices, ...changes }
    setChosen(next)
    void navigate({ search: writePrintChoices(next) }, { replace: true, preventScrollReset: true })
  }
  return { choices: settle(choices, pages, isMounted ? usualPaper() : 'a4'), choose }
}

/** Regions that use US Letter (Unicode CLDR, `paperSize`). */
const letterRegions = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '))

/** Browsers without a language report `C`, which is not a valid language tag. */
function usualPaper(): Paper {
  try {
    const { region } = new Intl.Locale(navigator.language)
    return region && letterRegions.has(region) ? 'letter' : 'a4'
  } catch {
    return 'a4'
  }
}

function planSentences({ choices, sheets, pages, blanks, hasTwoCopies }: PrintPlan) {
  const paper = `${counted(sheets, 'sheet')} of ${paperNames[choices.paper]}`
  const both = hasBacks(choices.layout) ? ', printed on both sides' : ', printed on one side'
  return [
    `${paper}${both}.`,
    blanks > 0 && `${counted(pages, 'page')}: ${blankOnes(blanks)} added before the back.`,
    hasTwoCopies && 'Each sheet has its pages twice. Cut in half, it makes two zines.',
  ].filter((sentence) => sentence !== false)
}

const blankOnes = (blanks: number) => (blanks === 1 ? '1 blank page is' : `${blanks} blank pages are`)

function printerSentence({ choices: { layout, flip } }: PrintPlan) {
  const size = 'In the print dialog: actual size, not “fit to page”'
  if (!hasBacks(layout)) return `${size}.`
  return flip === 'hand' ? `${size}, one side only.` : `${size}, flip on the ${flip} edge.`
}

/** Pixels per inch below which print looks soft. Below 300, because the difference is not visible. */
const sharp = 280
const formats = [
  { name: 'A4', width: 210 },
  { name: 'A5', width: 148 },
  { name: 'A6', width: 105 },
  { name: 'A7', width: 74 },
]
const inch = 25.4

function sharpnessSentence({ size, sides }: PrintPlan, zine: OpenZine) {
  const widths = zine.pages.flatMap(({ printWidth }) => printWidth ?? [])
  const narrowest = Math.min(...widths)
  const isSharp = (width: number) => narrowest >= (width / inch) * sharp
  if (isSharp(size.width / (sides[0]?.[0]?.length ?? 1))) return undefined
  const largest = formats.find(({ width }) => isSharp(width))
  return largest ? `Sharp up to ${largest.name}.` : 'Its pictures are small and will look soft on paper.'
}
