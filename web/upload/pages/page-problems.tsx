import type { DraftPage } from './draft-page.ts'

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
        <div key={id} className="problem">
          <p className="error">{pages.length > 1 ? `Page ${place + 1}: ${problem}` : problem}</p>
          <button
            type="button"
            className="btn second small"
            disabled={busy}
            onClick={() => (refused ? onRemove(id) : onRetry(id))}
          >
            {refused ? 'Take out' : 'Try again'}
          </button>
        </div>
      ),
  )
