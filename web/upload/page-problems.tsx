import type { DraftPage } from './draft-pages.ts'

type Props = { pages: readonly DraftPage[]; busy: boolean; onRetry: (pageId: string) => void }

/** The pages that did not go through, each with the reason and a way to send it again. */
export const PageProblems = ({ pages, busy, onRetry }: Props) =>
  pages.map(
    ({ id, problem }, place) =>
      problem && (
        <div key={id} className="problem">
          <p className="error">{pages.length > 1 ? `Page ${place + 1}: ${problem}` : problem}</p>
          <button type="button" className="btn second small" disabled={busy} onClick={() => onRetry(id)}>
            Try again
          </button>
        </div>
      ),
  )
