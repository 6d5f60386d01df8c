import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { DraftTicket as Ticket } from '#contract/drafts.ts'
import { addressAtWidth } from '#contract/media-address.ts'
import { forget, keep, readKept } from '#web/browser/local-storage.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { counted } from '#web/ui/number.ts'
import skeleton from '#web/ui/states/skeleton.module.css'
import { useRecovery } from '#web/ui/states/try-again.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { useNow } from '#web/ui/use-now.ts'
import { usePart } from '#web/ui/use-part.ts'
import { draftsQuery } from './draft-calls.ts'
import css from './draft-ticket.module.css'
import { useDeleteDraft } from './use-delete-draft.ts'
import '#web/ui/styles/input.css'
import { draftAddress } from './begin-draft.tsx'
import { publishingTime } from './publishing-time.ts'

const loadConfirm = () => import('#web/ui/dialogs/confirm-dialog.tsx').then((part) => part.ConfirmDialog)

export function DraftRack({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(draftsQuery(userId))
  const awaited = useAwaited(userId, data?.drafts.length)
  if (data?.drafts.length)
    return (
      <Rack>
        <DraftTickets userId={userId} drafts={data.drafts} />
      </Rack>
    )
  if (data) return null
  if (isError) return <Unreached onRetry={() => void refetch()} />
  return awaited > 0 ? <BlankTickets count={awaited} /> : null
}

type TicketsProps = { userId: string; drafts: Ticket[]; onGone?: () => void }

export function DraftTickets({ userId, drafts, onGone }: TicketsProps) {
  const [asked, setAsked] = useState<Ticket>()
  const ConfirmDialog = usePart(asked !== undefined, loadConfirm, () => setAsked(undefined))
  const remove = useDeleteDraft(userId)
  return (
    <>
      <ul className={css.tickets}>
        {drafts.map((draft) => (
          <DraftTicket key={draft.id} draft={draft} onDelete={() => setAsked(draft)} />
        ))}
      </ul>
      {asked && ConfirmDialog && (
        <ConfirmDialog
          open
          onOpenChange={(open) => open || setAsked(undefined)}
          title="Delete draft"
          sentence={`Are you sure you want to delete “${titleOf(asked)}”? This also deletes its pages and cannot be undone.`}
          confirmLabel="Delete"
          busyLabel="Deleting..."
          onConfirm={async () => {
            if (!(await remove(asked.id))) return
            setAsked(undefined)
            onGone?.()
          }}
        />
      )}
    </>
  )
}

const Rack = ({ children }: { children: ReactNode }) => (
  <section className={css.rack} aria-labelledby="on-the-table" tabIndex={-1}>
    <h3 id="on-the-table">On your table</h3>
    {children}
  </section>
)

function Unreached({ onRetry }: { onRetry: () => void }) {
  useRecovery(true, onRetry)
  return (
    <Rack>
      <div className={css.unreached}>
        <p role="status">Your drafts could not be loaded.</p>
        <Button look="second" size="small" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Rack>
  )
}

const BlankTickets = ({ count }: { count: number }) => (
  <Rack>
    <p className="sr" role="status">
      Loading your drafts
    </p>
    <ul className={css.tickets} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical and never move
        <li key={index} className={css.ticket} data-skeleton>
          <span className={css.cover} />
          <div className={css.what}>
            <span className={skeleton.bar} style={{ width: '70%', height: '1.2em' }} />
            <span className={skeleton.bar} style={{ width: '40%' }} />
          </div>
        </li>
      ))}
    </ul>
  </Rack>
)

/** Reserves space for as many tickets as last time, to avoid a layout shift. */
function useAwaited(userId: string, count: number | undefined) {
  const key = `foldout:${userId}:on-the-table`
  useEffect(() => {
    if (count) keep(key, count)
    else if (count === 0) forget(key)
  }, [key, count])
  const [awaited] = useState(() => Number(readKept(key)))
  return awaited > 0 ? Math.min(awaited, mostBlank) : 0
}

const mostBlank = 12

const titleOf = ({ title }: Ticket) => title.trim() || 'Untitled zine'

type DraftTicketProps = { draft: Ticket; onDelete: () => void }

function DraftTicket({ draft, onDelete }: DraftTicketProps) {
  const { coverUrl, pageCount, publishAt, refusal } = draft
  const title = titleOf(draft)
  const language = useTextLanguage(title)
  const now = useNow()
  return (
    <li className={css.ticket}>
      <span className={css.cover}>
        {coverUrl && <img src={addressAtWidth(coverUrl, 400)} alt="" loading="lazy" decoding="async" />}
      </span>
      <div className={css.what}>
        <h4 className={css.name} {...language}>
          <Link to={draftAddress(draft.id)}>{title}</Link>
        </h4>
        <p className="meta">{pageCount === 0 ? 'no pages yet' : counted(pageCount, 'page')}</p>
        {publishAt && !refusal && <p className="meta">{publishingTime(publishAt, now)}</p>}
        {refusal && <p className="error">It was not published. {refusal}</p>}
      </div>
      <IconButton icon={Trash2} aria-label={`Delete the draft ${title}`} onClick={onDelete} />
    </li>
  )
}
