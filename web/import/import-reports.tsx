import { i18n } from '@lingui/core'
import { msg, ph, plural, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatDate } from '#contract/format-date.ts'
import type { ImportedRow, ZineImport } from '#contract/imports.ts'
import { importDays } from '#contract/limits.ts'
import { formatList } from '#web/languages/formats.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { useRetryWhenReachable } from '#web/ui/states/load-failure.tsx'
import { ProgressBar } from '#web/ui/states/progress-bar.tsx'
import { importedDraftsQuery, importQuery, importsQuery } from './import-calls.ts'
import css from './import-page.module.css'

const pollIntervalMs = 2_000

const isUnderway = ({ state }: ZineImport) => state === 'waiting' || state === 'reading'

export function ImportReports({ userId }: { userId: string }) {
  const { t } = useLingui()
  const { data, isError, refetch } = useQuery(importsQuery(userId))
  return (
    <section className={css.reports} aria-labelledby="imports">
      <h2 id="imports">{t`Your imports`}</h2>
      {data?.imports.map((zineImport, index) => (
        <Report key={zineImport.id} userId={userId} zineImport={zineImport} isOpen={index === 0} />
      ))}
      {data?.imports.length === 0 && (
        <p>
          <Trans>No imports in the last {importDays} days. Choose a zip to start.</Trans>
        </p>
      )}
      {!data &&
        (isError ? <LoadError onRetry={() => void refetch()} /> : <p role="status">{t`Loading your imports…`}</p>)}
    </section>
  )
}

function LoadError({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui()
  useRetryWhenReachable(true, onRetry)
  return (
    <>
      <p role="status">{t`Your imports could not be loaded.`}</p>
      <div>
        <Button look="second" size="small" onClick={onRetry}>{t`Try again`}</Button>
      </div>
    </>
  )
}

function Report({ userId, zineImport: listed, isOpen }: { userId: string; zineImport: ZineImport; isOpen: boolean }) {
  const { t, i18n } = useLingui()
  const zineImport = usePolledImport(userId, listed)
  const { rows, rowCount, createdAt } = zineImport
  const refusal = zineImport.refusalTranslation ?? zineImport.refusal
  const note = zineImport.noteTranslation ?? zineImport.note
  return (
    <article className={css.sheet}>
      <h3 className={css.date}>
        <time dateTime={createdAt}>{formatDate(i18n.locale, createdAt, 'UTC')}</time>
      </h3>
      <p role="status">{progressLabel(zineImport)}</p>
      {isUnderway(zineImport) && <ProgressBar progress={rowCount ? rows.length / rowCount : 0} />}
      {refusal && <p className="error">{refusal}</p>}
      {note && <p className="meta">{note}</p>}
      {rows.length > 0 && (
        <details open={isOpen}>
          <summary>{t`Row by row`}</summary>
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
function usePolledImport(userId: string, listed: ZineImport) {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...importQuery(listed.id),
    enabled: isUnderway(listed),
    refetchInterval: ({ state }) => (state.data && !isUnderway(state.data.import) ? false : pollIntervalMs),
  })
  const current = data?.import ?? listed
  const isFinished = !isUnderway(current)
  const createdCount = current.rows.filter(({ outcome }) => outcome === 'created').length
  useEffect(() => {
    if (createdCount > 0 && isUnderway(listed))
      void queries.invalidateQueries({ queryKey: importedDraftsQuery(userId).queryKey })
  }, [createdCount, queries, userId, listed])
  useEffect(() => {
    if (isFinished && isUnderway(listed)) void queries.invalidateQueries({ queryKey: importsQuery(userId).queryKey })
  }, [isFinished, queries, userId, listed])
  return current
}

function Row({ row }: { row: ImportedRow }) {
  const { t } = useLingui()
  const { number, title, outcome, draftId } = row
  const message = row.messageTranslation ?? row.message
  const name = title ? <MemberText text={title} /> : t`No title`
  return (
    <li>
      <span className="meta">
        <Trans>row {number}</Trans>
      </span>
      <span className={css.info}>
        {draftId && outcome === 'created' ? <Link to={`/draft/${draftId}`}>{name}</Link> : name}
        {message && <span className="error">{message}</span>}
      </span>
      <span className="meta">{t(outcomeLabels[outcome])}</span>
    </li>
  )
}

const outcomeLabels = { created: msg`new draft`, existing: msg`already imported`, refused: msg`skipped` }

function progressLabel({ state, rowCount, rows }: ZineImport) {
  if (state === 'waiting') return t`Your zip is in the queue`
  if (state === 'reading')
    return rowCount
      ? t`Zine ${ph({ number: Math.min(rows.length + 1, rowCount) })} of ${rowCount}`
      : t`Opening your zip`
  const count = (outcome: ImportedRow['outcome']) => rows.filter((row) => row.outcome === outcome).length
  if (state === 'refused' && rows.length === 0) return t`Nothing was imported`
  const [created, existing, refused] = [count('created'), count('existing'), count('refused')]
  const outcomes = [
    t`${plural(created, { one: '# new draft', other: '# new drafts' })}`,
    existing > 0 && t`${plural(existing, { one: '# already imported', other: '# already imported' })}`,
    refused > 0 && t`${plural(refused, { one: '# skipped', other: '# skipped' })}`,
  ]
  return formatList(
    i18n.locale,
    outcomes.filter((outcome) => outcome !== false),
    'narrow',
  )
}
