import { useState } from 'react'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { fileName } from '../pdf/file-name.ts'
import type { MadeFile } from '../pdf/print-job.ts'
import type { PrintPlan } from '../print-plan.ts'
import css from './make.module.css'
import { type Made, useMakePdf } from './use-make-pdf.ts'

type MakePdfPanelProps = {
  zine: { id: string; title: string }
  plan: PrintPlan
  /** Reads the zine again: after a refusal it may be another, or none. */
  onReadAgain: () => Promise<unknown>
}

/** The button that makes the PDF, how far that is, and what came of it. */
export function MakePdfPanel({ zine, plan, onReadAgain }: MakePdfPanelProps) {
  const { id, title } = zine
  const { pages } = plan
  const { making, make, cancel } = useMakePdf({ id, pages }, plan.job)
  const [isReading, setReading] = useState(false)
  const isBusy = making.is === 'making' || isReading
  const again = async () => {
    setReading(true)
    await onReadAgain()
    setReading(false)
    await make()
  }
  const press = () => {
    if (!isBusy) void (making.is === 'failed' ? again() : make())
  }
  return (
    <section className={css.make} aria-label="PDF">
      {making.is === 'failed' && (
        <p className="error" role="alert">
          {making.sentence}
        </p>
      )}
      {making.is === 'made' && <MadeFiles files={making.files} title={title} />}
      <div className={css.acts}>
        <Button look={making.is === 'made' ? 'second' : 'first'} aria-disabled={isBusy} onClick={press}>
          {isBusy ? 'Making the PDF…' : labels[making.is]}
        </Button>
        {making.is === 'making' && (
          <Button look="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
      {making.is === 'making' && <Progress page={making.page} pages={pages} />}
      <p className="sr" role="status">
        {making.is === 'making' && 'Making the PDF.'}
        {making.is === 'made' && 'The PDF is ready.'}
      </p>
    </section>
  )
}

const labels = { idle: 'Make the PDF', making: 'Making the PDF…', failed: 'Try again', made: 'Make it again' }

const Progress = ({ page, pages }: { page: number; pages: number }) => (
  <div className={css.progress}>
    <progress className="sr" aria-label="Pages read" max={pages} value={page} />
    <p className="meta">{page === 0 ? 'Getting ready' : `Page ${page} of ${pages}`}</p>
    <div className={css.boxes} aria-hidden="true">
      {Array.from({ length: pages }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: boxes are alike
        <i key={index} data-done={index < page || undefined} />
      ))}
    </div>
  </div>
)

const saveWords: Record<MadeFile['name'], string> = {
  zine: 'Save the PDF',
  'test-fronts': 'Save the test: fronts',
  'test-backs': 'Save the test: backs',
  fronts: 'Save the fronts',
  backs: 'Save the backs',
}

/** In the order in which they are printed. */
const MadeFiles = ({ files, title }: { files: Made[]; title: string }) => (
  <ul className={css.files}>
    {files.map(({ name, address, bytes }) => (
      <li key={name}>
        <a className={buttonClass({})} href={address} download={fileName(title, name)}>
          {saveWords[name]}
        </a>
        <span className="meta">{inMegabytes(bytes)}</span>
      </li>
    ))}
  </ul>
)

const inMegabytes = (bytes: number) => `${Math.max(0.1, bytes / 1024 ** 2).toFixed(1)} MB`
