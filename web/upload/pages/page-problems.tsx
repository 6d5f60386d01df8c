import { buttonClass } from '#web/ui/controls/button.tsx'
import type { DraftPage } from './draft-page.ts'
import css from './page-problems.module.css'

type Props = {
  pages: readonly DraftPage[]
  busy: boolean
  onRetry: (pageId: string) => void
  onRemove: (pageId: string) => void
}

/** The pages that did not go through, each with the reason and what can be done about it. */
export const PageProblems = ({ pages, busy, onRetry, onRemove }: Props) =>
  pages.map(
    ({ id, problem, refused }, place) =>
      problem && (
        <div key={id} className={css.problem}>
          <p className="error">{pages.length > 1 ? `Page ${place + 1}: ${problem}` : problem}</p>
          <button
            type="button"
            className={buttonClass({ look: 'second', size: 'small' })}
            disabled={busy}
            onClick={() => (refused ? onRemove(id) : onRetry(id))}
          >
            {refused ? 'Take out' : 'Try again'}
          </button>
        </div>
      ),
  )
