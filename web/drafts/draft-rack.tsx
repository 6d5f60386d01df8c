import { ph, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { DraftTicket as Ticket } from '#contract/drafts.ts'
import { addressAtWidth } from '#contract/media-address.ts'
import { persist, readStored, removeStored } from '#web/browser/local-storage.ts'
import { memberKey } from '#web/browser/storage-keys.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { useRetryWhenReachable } from '#web/ui/states/load-failure.tsx'
import skeleton from '#web/ui/states/skeleton.module.css'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { useNow } from '#web/ui/use-now.ts'
import { draftsQuery } from './draft-calls.ts'
import css from './draft-ticket.module.css'
import { useDeleteDraft } from './use-delete-draft.ts'
import '#web/ui/styles/input.css'
import { DraftTitle, draftAddress, titleOfDraft } from './create-draft.tsx'
import { formatPublishingTime } from './publishing-time.ts'

const loadConfirm = () => import('#web/ui/dialogs/confirm-dialog.tsx').then((module) => module.ConfirmDialog)

export function DraftRack({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(draftsQuery(userId))
  const expectedCount = useExpectedCount(userId, data?.drafts.length)
  if (data?.drafts.length)
    return (
      <Rack>
        <DraftTickets userId={userId} drafts={data.drafts} />
      </Rack>
    )
  if (data) return null
  if (isError) return <LoadError onRetry={() => void refetch()} />
  return expectedCount > 0 ? <SkeletonTickets count={expectedCount} /> : null
}

type TicketsProps = { userId: string; drafts: Ticket[]; onDeleted?: () => void }

export function DraftTickets({ userId, drafts, onDeleted }: TicketsProps) {
  const { t } = useLingui()
  const [draftToDelete, setDraftToDelete] = useState<Ticket>()
  const ConfirmDialog = useLazyComponent(draftToDelete !== undefined, loadConfirm, () => setDraftToDelete(undefined))
  const remove = useDeleteDraft(userId)
  return (
    <>
      <ul className={css.tickets}>
        {drafts.map((draft) => (
          <DraftTicket key={draft.id} draft={draft} onDelete={() => setDraftToDelete(draft)} />
        ))}
      </ul>
      {draftToDelete && ConfirmDialog && (
        <ConfirmDialog
          open
          onOpenChange={(open) => open || setDraftToDelete(undefined)}
          title={t`Delete draft`}
          message={
            <Trans>
              Are you sure you want to delete “
              <DraftTitle title={draftToDelete.title} language={draftToDelete.language} />
              ”? This also deletes its pages and cannot be undone.
            </Trans>
          }
          confirmLabel={t`Delete`}
          busyLabel={t`Deleting…`}
          onConfirm={async () => {
            if (!(await remove(draftToDelete.id))) return
            setDraftToDelete(undefined)
            onDeleted?.()
          }}
        />
      )}
    </>
  )
}

const Rack = ({ children }: { children: ReactNode }) => {
  const { t } = useLingui()
  return (
    <section className={css.rack} aria-labelledby="on-the-table" tabIndex={-1}>
      <h3 id="on-the-table">{t`On your layout table`}</h3>
      {children}
    </section>
  )
}

function LoadError({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui()
  useRetryWhenReachable(true, onRetry)
  return (
    <Rack>
      <div className={css.loadError}>
        <p role="status">{t`Your drafts could not be loaded.`}</p>
        <Button look="second" size="small" onClick={onRetry}>{t`Try again`}</Button>
      </div>
    </Rack>
  )
}

const SkeletonTickets = ({ count }: { count: number }) => {
  const { t } = useLingui()
  return (
    <Rack>
      <p className="sr" role="status">{t`Loading your drafts`}</p>
      <ul className={css.tickets} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical and never move
          <li key={index} className={css.ticket} data-skeleton>
            <span className={css.cover} />
            <div className={css.info}>
              <span className={skeleton.bar} style={{ width: '70%', height: '1.2em' }} />
              <span className={skeleton.bar} style={{ width: '40%' }} />
            </div>
          </li>
        ))}
      </ul>
    </Rack>
  )
}

/** Reserves space for as many tickets as last time, to avoid a layout shift. */
function useExpectedCount(userId: string, count: number | undefined) {
  const key = memberKey(userId, 'on-the-table')
  useEffect(() => {
    if (count) persist(key, count)
    else if (count === 0) removeStored(key)
  }, [key, count])
  const [expectedCount] = useState(() => Number(readStored(key)))
  return expectedCount > 0 ? Math.min(expectedCount, maxSkeletons) : 0
}

const maxSkeletons = 12

type DraftTicketProps = { draft: Ticket; onDelete: () => void }

function DraftTicket({ draft, onDelete }: DraftTicketProps) {
  const { t, i18n } = useLingui()
  const { coverUrl, pageCount, publishAt } = draft
  const refusal = draft.refusalTranslation ?? draft.refusal
  const now = useNow()
  return (
    <li className={css.ticket}>
      <span className={css.cover}>
        {coverUrl && <img src={addressAtWidth(coverUrl, 400)} alt="" loading="lazy" decoding="async" />}
      </span>
      <div className={css.info}>
        <h4 className={css.name}>
          <Link to={draftAddress(draft.id)}>
            <DraftTitle title={draft.title} language={draft.language} />
          </Link>
        </h4>
        <p className="meta">
          {pageCount === 0 ? t`no pages yet` : t`${plural(pageCount, { one: '# page', other: '# pages' })}`}
        </p>
        {publishAt && !refusal && <p className="meta">{formatPublishingTime(i18n, publishAt, now)}</p>}
        {refusal && <p className="error">{t`It was not published. ${refusal}`}</p>}
      </div>
      <IconButton
        icon={Trash2}
        aria-label={t`Delete the draft ${ph({ title: titleOfDraft(i18n, draft.title) })}`}
        onClick={onDelete}
      />
    </li>
  )
}
