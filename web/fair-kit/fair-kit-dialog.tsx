import { i18n } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { Zine } from '#contract/zines.ts'
import { usePageData } from '#web/page-data/page-data.tsx'
import { papers } from '#web/print/imposition/layouts.ts'
import { MadeFiles } from '#web/print/make/made-files.tsx'
import { defaultPaper, paperNames } from '#web/print/paper.ts'
import { useTask } from '#web/typeset/use-task.ts'
import { Button } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Problem } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { ProgressBar } from '#web/ui/states/progress-bar.tsx'
import { type CardText, makeKit } from './make-kit.ts'

/** Six sheets of cards. */
const maxCards = 60

type ZinePage = { zines: Zine[]; nextCursor: string | null }

export type FairKitProps = {
  /** `address` is a path of this site. */
  sign: CardText
  author: string
  readZines: (cursor: string | null, signal: AbortSignal) => Promise<ZinePage>
  onClose: () => void
}

/** Makes a sign for a table and a card for each zine, with QR codes, as one PDF. */
export function FairKitDialog({ sign, author, readZines, onClose }: FairKitProps) {
  const { t } = useLingui()
  const { publicUrl } = usePageData().site
  const [paper, setPaper] = useState(defaultPaper)
  const [progress, setProgress] = useState({ cards: 0, of: 0 })
  const [pdf, setPdf] = useState<Blob>()
  const task = useTask<Blob>({ onDone: setPdf, failure: i18n._(failure) })
  const files = useFiles(pdf)
  const firstButton = useRef<HTMLButtonElement>(null)
  const make = () =>
    task.run(async (signal) => {
      const zines = await readFirst(readZines, signal)
      const cards = zines.map(({ id, title, creator, language }) => ({
        title,
        text: t`by ${ph({ creator: creator.username })}`,
        address: `${publicUrl}/zine/${id}`,
        language: language ?? '',
      }))
      const onCard = (count: number) => setProgress({ cards: count, of: cards.length })
      const kit = { sign: { ...sign, address: publicUrl + sign.address }, cards }
      return makeKit(kit, { paper, author, signal, onCard })
    })
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Fair kit`} width="30rem">
      <p>{t`A sign for your table, and a small card with a QR code for each zine, up to ${maxCards}. Fold the sign in the middle, and cut the cards at the marks.`}</p>
      {files.length > 0 ? (
        <MadeFiles files={files} title={sign.title} firstButton={firstButton} />
      ) : (
        <>
          <RadioGroup
            legend={t`Paper`}
            look="row"
            values={papers}
            value={paper}
            disabled={task.isRunning}
            onChange={setPaper}
            label={(option) => t(paperNames[option])}
          />
          <Problem>{task.problem}</Problem>
          {task.isRunning && (
            <>
              <p role="status">
                {progress.of > 0
                  ? t`Card ${ph({ number: progress.cards })} of ${ph({ count: progress.of })}`
                  : t`Getting ready`}
              </p>
              <ProgressBar progress={progress.of > 0 ? progress.cards / progress.of : 0} />
            </>
          )}
          <div className={dialog.row}>
            {task.isRunning && <Button look="second" onClick={task.cancel}>{t`Cancel`}</Button>}
            <Button aria-disabled={task.isRunning || undefined} onClick={() => task.isRunning || void make()}>
              {task.isRunning ? t`Preparing the PDF…` : t`Prepare the PDF`}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

async function readFirst(readZines: FairKitProps['readZines'], signal: AbortSignal) {
  const zines: Zine[] = []
  let cursor: string | null = null
  do {
    const page: ZinePage = await readZines(cursor, signal)
    zines.push(...page.zines)
    cursor = page.nextCursor
  } while (cursor && zines.length < maxCards)
  return zines.slice(0, maxCards)
}

/** An object URL keeps its PDF in memory until it is revoked. */
function useFiles(pdf: Blob | undefined) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!pdf) return
    const made = URL.createObjectURL(pdf)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [pdf])
  return pdf && address ? [{ name: 'fair-kit' as const, address, bytes: pdf.size }] : []
}

const failure = msg`The PDF could not be made. Check your connection and try again.`
