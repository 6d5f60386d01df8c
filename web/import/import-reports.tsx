import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ImportedRow, ZineImport } from '#contract/imports.ts'
import { importDays } from '#contract/limits.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { counted } from '#web/ui/number.ts'
import { ProgressBar } from '#web/ui/states/progress-bar.tsx'
import { useRecovery } from '#web/ui/states/try-again.tsx'
import { importedDraftsQuery, importQuery, importsQuery } from './import-calls.ts'
import css from './import-page.module.css'

const everyTwoSeconds = 2_000

const isUnderway = ({ state }: ZineImport) => state === 'waiting' || state === 'reading'

export function ImportReports({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(importsQuery(userId))
  return (
    <section className={css.reports} aria-labelledby="imports">
      <h2 id="imports">Your imports</h2>
      {data?.imports.map((one, at) => (
        <Report key={one.id} {...{ userId, one }} isOpen={at === 0} />
      ))}
      {data?.imports.length === 0 && <p>No imports in the last {importDays} days. Choose a zip to start.</p>}
      {!data &&
        (isError ? (
          <Unreached onRetry={() => void refetch()} />
        ) : (
          <p role="status">Loading your imports...</p>
        ))}
    </section>
  )
}

function Unreached({ onRetry }: { onRetry: () => void }) {
  useRecovery(true, onRetry)
  return (
    <>
      <p role="status">Your imports could not be loaded.</p>
      <div>
        <Button look="second" size="small" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </>
  )
}

function Report({ userId, one: listed, isOpen }: { userId: string; one: ZineImport; isOpen: boolean }) {
  const one = useWatched(userId, listed)
  const { rows, rowCount, refusal, note, createdAt } = one
  return (
    <article className={css.sheet}>
      <h3 className={css.when}>
        <time dateTime={createdAt}>{new Date(createdAt).toLocaleDateString('en', day)}</time>
      </h3>
      <p role="status">{progressWords(one)}</p>
      {isUnderway(one) && <ProgressBar part={rowCount ? rows.length / rowCount : 0} />}
      {refusal && <p className="error">{refusal}</p>}
      {note && <p className="meta">{note}</p>}
      {rows.length > 0 && (
        <details open={isOpen}>
          <summary>Row by row</summary>
          <ol className={css.rows}>
            {rows.map((row) => (
              <Row key={row.number} row={row} />
            ))}
          </ol>
        </details>
      )}
    </article>
  )
}

/** The import's current state. Refreshes its drafts. */
function useWatched(userId: string, listed: ZineImport) {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...importQuery(listed.id),
    enabled: isUnderway(listed),
    refetchInterval: ({ state }) => (state.data && !isUnderway(state.data.import) ? false : everyTwoSeconds),
  })
  const now = data?.import ?? listed
  const isOver = !isUnderway(now)
  const made = now.rows.filter(({ outcome }) => outcome === 'made').length
  useEffect(() => {
    if (made > 0 && isUnderway(listed))
      void queries.invalidateQueries({ queryKey: importedDraftsQuery(userId).queryKey })
  }, [made, queries, userId, listed])
  useEffect(() => {
    if (isOver && isUnderway(listed))
      void queries.invalidateQueries({ queryKey: importsQuery(userId).queryKey })
  }, [isOver, queries, userId, listed])
  return now
}

// A fixed time zone, so that server and browser render the same text.
const day = { dateStyle: 'medium', timeZone: 'UTC' } as const

const Row = ({ row: { number, title, outcome, says, draftId } }: { row: ImportedRow }) => (
  <li>
    <span className="meta">row {number}</span>
    <span className={css.what}>
      {draftId && outcome === 'made' ? <Link to={`/draft/${draftId}`}>{title}</Link> : title || 'No title'}
      {says && <span className="error">{says}</span>}
    </span>
    <span className="meta">{outcomes[outcome]}</span>
  </li>
)

const outcomes = { made: 'a draft', already: 'already here', refused: 'skipped' }

function progressWords({ state, rowCount, rows }: ZineImport) {
  if (state === 'waiting') return 'Your zip is in the queue'
  if (state === 'reading')
    return rowCount ? `Zine ${Math.min(rows.length + 1, rowCount)} of ${rowCount}` : 'Opening your zip'
  const count = (outcome: ImportedRow['outcome']) => rows.filter((row) => row.outcome === outcome).length
  if (state === 'refused' && rows.length === 0) return 'Nothing was imported'
  const [already, refused] = [count('already'), count('refused')]
  return [
    counted(count('made'), 'new draft'),
    already > 0 && `${already} already here`,
    refused > 0 && `${refused} skipped`,
  ]
    .filter(Boolean)
    .join(', ')
}
