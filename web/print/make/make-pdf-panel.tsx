import { useLingui } from '@lingui/react/macro'
import { withSentences } from '#web/languages/browser-i18n.ts'
import { makePdf } from '../pdf/make-pdf.ts'
import type { Printable, PrintPlan } from '../print-plan.ts'
import { MadeFiles } from './made-files.tsx'
import { MakeFiles } from './make-files.tsx'
import { testTexts } from './test-texts.ts'

type MakePdfPanelProps = {
  zine: Printable
  /** The addresses of the print pictures. */
  pictures: readonly string[]
  plan: PrintPlan
  onReload: () => Promise<unknown>
}

export function MakePdfPanel({ zine, pictures, plan: { job, pages }, onReload }: MakePdfPanelProps) {
  const { t } = useLingui()
  const draw = async (index: number, signal: AbortSignal) => {
    const trim = job.trims?.[index]
    if (!trim || !zine.pages[index]?.recipe) return undefined
    const { drawWithBleed } = await withSentences('making', () => import('../bleed/draw-with-bleed.ts'))
    return drawWithBleed(zine, { index, trim, signal })
  }
  return (
    <MakeFiles
      name="PDF"
      pages={pages}
      texts={{
        start: t`Prepare the PDF`,
        making: t`Preparing the PDF…`,
        announcement: t`Preparing the PDF.`,
        ready: t`The PDF is ready.`,
      }}
      make={(options) => makePdf({ pictures, draw, job, texts: testTexts(), ...options })}
      onReload={onReload}
    >
      {(files, firstButton) => <MadeFiles files={files} title={zine.title} firstButton={firstButton} />}
    </MakeFiles>
  )
}
