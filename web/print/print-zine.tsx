import { msg, ph, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { SectionErrorBoundary } from '#web/ui/states/section-error-boundary.tsx'
import { useMounted } from '#web/ui/use-mounted.ts'
import { PrintForm } from './choices/print-form.tsx'
import { hasBacks } from './imposition/layouts.ts'
import { MakePdfPanel } from './make/make-pdf-panel.tsx'
import { PlatesSlot } from './make/plates-slot.tsx'
import { defaultPaper, paperNames } from './paper.ts'
import { type PrintChoices, readPrintChoices, resolveChoices, writePrintChoices } from './print-choices.ts'
import css from './print-page.module.css'
import { makePrintPlan, type Printable, type PrintPlan } from './print-plan.ts'
import { LiveSheet } from './sheet/live-sheet.tsx'
import { FoldingSteps, HandTest } from './steps/folding-steps.tsx'
import { isWide } from './wide-pages.ts'

type PrintZineProps = {
  zine: Printable
  /** The addresses of the print pictures. */
  pictures: readonly string[]
  /** Only a published zine has one. */
  comicPath?: string
  onReload: () => Promise<unknown>
}

export function PrintZine({ zine, pictures, comicPath, onReload }: PrintZineProps) {
  const { t } = useLingui()
  const { choices, choose } = usePrintChoices(zine.pages)
  const plan = makePrintPlan(zine, choices)
  return (
    <>
      <div className={css.table}>
        <SectionErrorBoundary>
          <PrintForm
            choices={choices}
            pages={plan.pages}
            sheets={plan.sheets}
            hasWide={plan.widePages.length > 0}
            hasPaperColour={plan.hasPaperColour}
            offersBleed={plan.offersBleed}
            onChoose={choose}
          />
        </SectionErrorBoundary>
        <div className={css.result}>
          <SectionErrorBoundary key={choices.layout}>
            <LiveSheet plan={plan} zine={zine} />
          </SectionErrorBoundary>
          <PlanFacts plan={plan} zine={zine} />
          {/* A changed job or changed pages need a new PDF. */}
          <SectionErrorBoundary key={JSON.stringify([plan.job, zine.pages.map(({ url }) => url)])}>
            <MakePdfPanel zine={zine} pictures={pictures} plan={plan} onReload={onReload} />
          </SectionErrorBoundary>
          <p className={css.printer}>
            {t(printerInstructions(plan))}{' '}
            {choices.layout !== 'single' && <span>{t`If you scale it to 97%, it folds in the wrong places.`}</span>}
          </p>
          {comicPath && (
            <p className="meta">
              <Trans>
                Reading on screen? Get{' '}
                <a href={comicPath} download>
                  the CBZ
                </a>{' '}
                for comic apps.
              </Trans>
            </p>
          )}
          {zine.pages.some(({ recipe }) => recipe) && (
            <SectionErrorBoundary>
              <PlatesSlot zine={zine} pictures={pictures} plan={plan} onReload={onReload} />
            </SectionErrorBoundary>
          )}
          {plan.job.withTest && <HandTest />}
        </div>
      </div>
      <SectionErrorBoundary>
        <FoldingSteps plan={plan} />
      </SectionErrorBoundary>
    </>
  )
}

/** Stores the choices in the address, for reload and sharing. */
function usePrintChoices(pages: Printable['pages']) {
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
  return { choices: resolveChoices(choices, pages, isMounted ? defaultPaper() : 'a4'), choose }
}

/** What the sheets look like, and what is unusual about the pages. */
function PlanFacts({ plan, zine }: { plan: PrintPlan; zine: Printable }) {
  const { t } = useLingui()
  const { choices, sheets, pages, blanks, hasTwoCopies, widePages } = plan
  const paper = t(paperNames[choices.paper])
  const sharpness = sharpnessMessage(plan, zine)
  return (
    <ul className={css.facts}>
      <li>
        {hasBacks(choices.layout)
          ? t`${plural(sheets, {
              one: `# sheet of ${paper}, printed on both sides.`,
              other: `# sheets of ${paper}, printed on both sides.`,
            })}`
          : t`${plural(sheets, {
              one: `# sheet of ${paper}, printed on one side.`,
              other: `# sheets of ${paper}, printed on one side.`,
            })}`}
      </li>
      {blanks > 0 && (
        <li>
          {t`${plural(pages, { one: '# page', other: '# pages' })}: ${plural(blanks, {
            one: '# blank page is added before the back.',
            other: '# blank pages are added before the back.',
          })}`}
        </li>
      )}
      {widePages.length > 0 && <WidePages numbers={widePages} isTurned={choices.turnsWide} />}
      {hasTwoCopies && <li>{t`Each sheet holds two copies. Cut it in half for two zines.`}</li>}
      {sharpness && <li>{t(sharpness)}</li>}
    </ul>
  )
}

const maxNumbers = 5

function WidePages({ numbers, isTurned }: { numbers: readonly number[]; isTurned: boolean }) {
  const { t, i18n } = useLingui()
  const count = numbers.length
  const others = count - maxNumbers
  const list = new Intl.ListFormat(i18n.locale, { style: 'narrow' }).format(numbers.slice(0, maxNumbers).map(String))
  if (others > 0)
    return (
      <li>
        {isTurned
          ? t`${plural(others, {
              one: `Pages ${list} and # more are wide and turned sideways to fill the paper.`,
              other: `Pages ${list} and # more are wide and turned sideways to fill the paper.`,
            })}`
          : t`${plural(others, {
              one: `Pages ${list} and # more are wide and printed small.`,
              other: `Pages ${list} and # more are wide and printed small.`,
            })}`}
      </li>
    )
  return (
    <li>
      {isTurned
        ? t`${plural(count, {
            one: `Page ${list} is wide and turned sideways to fill the paper.`,
            other: `Pages ${list} are wide and turned sideways to fill the paper.`,
          })}`
        : t`${plural(count, {
            one: `Page ${list} is wide and printed small.`,
            other: `Pages ${list} are wide and printed small.`,
          })}`}
    </li>
  )
}

function printerInstructions({ choices: { layout, flip } }: PrintPlan) {
  if (!hasBacks(layout)) return msg`In the print dialog: actual size, not “fit to page”.`
  if (flip === 'hand') return msg`In the print dialog: actual size, not “fit to page”, one side only.`
  return flip === 'long'
    ? msg`In the print dialog: actual size, not “fit to page”, flip on the long edge.`
    : msg`In the print dialog: actual size, not “fit to page”, flip on the short edge.`
}

/** Pixels per inch below which print looks soft. Below 300, because the difference is not visible. */
const minSharpDpi = 280
const formats = [
  { name: 'A4', width: 210 },
  { name: 'A5', width: 148 },
  { name: 'A6', width: 105 },
  { name: 'A7', width: 74 },
]
const mmPerInch = 25.4

function sharpnessMessage({ size, sides, choices, poster = 0 }: PrintPlan, zine: Printable) {
  const folded = zine.pages.filter((_, index) => index + 1 !== poster)
  const narrowest = Math.min(...folded.flatMap((page) => pixelsAcross(page, choices.turnsWide && isWide(page))))
  if (!isSharp(narrowest, size.width / (sides[0]?.[0]?.length ?? 1))) {
    const largest = largestSharp(narrowest)
    return largest
      ? msg`Sharp up to ${ph({ paper: largest })}.`
      : msg`Its images are small and will look soft on paper.`
  }
  const page = zine.pages[poster - 1]
  const [posterPixels = Number.POSITIVE_INFINITY] = page ? pixelsAcross(page, isWide(page)) : []
  if (isSharp(posterPixels, Math.min(size.width, size.height))) return undefined
  const largest = largestSharp(posterPixels)
  return largest ? msg`The poster is sharp up to ${ph({ paper: largest })}.` : msg`The poster will look soft on paper.`
}

const isSharp = (pixels: number, width: number) => pixels >= (width / mmPerInch) * minSharpDpi
const largestSharp = (pixels: number) => formats.find(({ width }) => isSharp(pixels, width))?.name

/** Pixels along the width of the paper. Those of older pictures are unknown. */
function pixelsAcross({ width, height, printWidth }: Printable['pages'][number], isTurned: boolean): number[] {
  if (!printWidth) return []
  return [width && height && isTurned ? (printWidth * height) / width : printWidth]
}
