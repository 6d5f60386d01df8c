import { Button } from '#web/ui/controls/button.tsx'
import css from './layout-stage.module.css'
import type { Sending } from './use-sending.ts'

type Props = { sending: Sending; before: number; busy: boolean }

/** Every picture on its way can be called off, and one that did not go through can be sent again. */
export const SendingProblems = ({ sending, before, busy }: Props) => (
  <>
    {sending.pages.map(({ id, file, step, problem, refused }, index) => (
      <div key={id} className={css.coming}>
        <p className={problem ? 'error' : 'meta'}>
          {problem ? `Page ${before + index + 1}, ${file.name}: ${problem}` : file.name}
        </p>
        {step === 'failed' && !refused && (
          <Button look="second" size="small" disabled={busy} onClick={() => sending.retry(id)}>
            Try again
          </Button>
        )}
        <Button
          look="second"
          size="small"
          aria-label={`${problem ? 'Take out' : 'Cancel'} ${file.name}`}
          onClick={() => sending.remove(id)}
        >
          {problem ? 'Take out' : 'Cancel'}
        </Button>
      </div>
    ))}
  </>
)
