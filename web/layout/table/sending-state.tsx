import { Button } from '#web/ui/controls/button.tsx'
import { PrintProgress } from '#web/upload/sending/print-progress.tsx'
import css from './layout-stage.module.css'
import type { Sending } from './use-sending.ts'

type Props = { sending: Sending; before: number; busy: boolean }

/** How far the pictures are that are on their way, and what can be done about those that did not go through. */
export const SendingState = ({ sending: { pages, remove, retry }, before, busy }: Props) => (
  <>
    {pages.length > 0 && (
      <div className={css.coming}>
        <PrintProgress pages={pages} />
        <Button
          look="second"
          size="small"
          onClick={() => {
            for (const { id } of pages) remove(id)
          }}
        >
          {pages.length === 1 ? 'Take it out' : `Take all ${pages.length} out`}
        </Button>
      </div>
    )}
    {pages.map(
      ({ id, file, problem, refused }, index) =>
        problem && (
          <div key={id} className={css.coming}>
            <p className="error">
              Page {before + index + 1}, {file.name}: {problem}
            </p>
            {!refused && (
              <Button look="second" size="small" disabled={busy} onClick={() => retry(id)}>
                Try again
              </Button>
            )}
            <Button
              look="second"
              size="small"
              aria-label={`Take out ${file.name}`}
              onClick={() => remove(id)}
            >
              Take out
            </Button>
          </div>
        ),
    )}
  </>
)
