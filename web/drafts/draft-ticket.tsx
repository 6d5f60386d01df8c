import { Trash2 } from 'lucide-react'
import type { DraftTicket as Ticket } from '#contract/drafts.ts'
import { addressAtWidth } from '#contract/media-address.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { counted } from '#web/ui/number.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useTextLanguage } from '#web/ui/use-text-language.ts'
import '#web/ui/styles/input.css'
import css from './draft-ticket.module.css'
import { publishingTime } from './publishing-time.ts'
import { draftAddress } from './use-begin-draft.ts'

export const titleOf = ({ title }: Ticket) => title.trim() || 'Untitled zine'

type DraftTicketProps = { draft: Ticket; onDelete: () => void }

/** A zine that is not published yet: its cover, what is known of it, and the way to its table. */
export function DraftTicket({ draft, onDelete }: DraftTicketProps) {
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
      <IconButton aria-label={`Delete the draft ${title}`} onClick={onDelete}>
        <Trash2 className="ico" aria-hidden="true" />
      </IconButton>
    </li>
  )
}
