import { useLingui } from '@lingui/react/macro'
import { makePdf } from '../pdf/make-pdf.ts'
import type { PrintPlan } from '../print-plan.ts'
import { MadeFiles } from './made-files.tsx'
import { MakeFiles } from './make-files.tsx'
import { testTexts } from './test-texts.ts'

type MakePdfPanelProps = {
  title: string
  /** The addresses of the print pictures. */
  pictures: readonly string[]
  plan: PrintPlan
  onReload: () => Promise<unknown>
}

export function MakePdfPanel({ title, pictures, plan: { job, pages }, onReload }: MakePdfPanelProps) {
  const { t } = useLingui()
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
      make={(options) => makePdf({ pictures, job, texts: testTexts(), ...options })}
      onReload={onReload}
    >
      {(files, firstButton) => <MadeFiles files={files} title={title} firstButton={firstButton} />}
    </MakeFiles>
  )
}
