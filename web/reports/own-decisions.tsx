import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Decision, HiddenZine } from '#contract/moderation.ts'
import { refreshPaths } from '#web/api/writes.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { useRetryWhenReachable } from '#web/ui/states/load-failure.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { Day, Headline, Reason, ReplyForm, SentReply } from './decision-details.tsx'
import css from './decisions.module.css'
import { decisionsQuery, hiddenZinesQuery, replyToDecision } from './report-calls.ts'

/** A member's restricted work and the decisions about it. Renders nothing if there is none. */
export function OwnDecisions({ userId }: { userId: string }) {
  const hidden = useSilentQuery(hiddenZinesQuery(userId))?.zines ?? []
  const decisions = useSilentQuery(decisionsQuery(userId))?.decisions ?? []
  return (
    <>
      {hidden.length > 0 && <HiddenRack zines={hidden} />}
      {decisions.length > 0 && <Decisions userId={userId} decisions={decisions} />}
    </>
  )
}

/** Shows no errors and retries automatically, because most members have nothing here. */
function useSilentQuery<Data>(query: Parameters<typeof useQuery<Data, Error, Data, [path: string]>>[0]) {
  const { data, isError, refetch } = useQuery(query)
  useRetryWhenReachable(isError && data === undefined, () => void refetch())
  return data
}

const HiddenRack = ({ zines }: { zines: HiddenZine[] }) => {
  const { t } = useLingui()
  return (
    <section className={css.rack} aria-labelledby="not-shown">
      <h3 id="not-shown">{t`Not shown to others`}</h3>
      <ul>
        {zines.map((zine) => (
          <HiddenTicket key={zine.id} zine={zine} />
        ))}
      </ul>
    </section>
  )
}

function HiddenTicket({ zine }: { zine: HiddenZine }) {
  const title = useTextLanguage(zine.title, zine.language)
  const cover = zine.cover?.kind === 'video' ? zine.cover.posterUrl : zine.cover?.url
  return (
    <li className={css.ticket}>
      <span className={css.cover}>{cover && <img src={cover} alt="" loading="lazy" />}</span>
      <div className={css.info}>
        <Link to={`/zine/${zine.id}`} {...title}>
          {zine.title}
        </Link>
        <p className="meta">
          <Trans>
            Hidden on <Day at={zine.hidden.at} />
          </Trans>
        </p>
        <Reason reason={zine.hidden.reason} />
      </div>
    </li>
  )
}

const Decisions = ({ userId, decisions }: { userId: string; decisions: Decision[] }) => {
  const { t } = useLingui()
  return (
    <section className={css.rack} aria-labelledby="decisions">
      <h3 id="decisions">{t`Decided by a moderator`}</h3>
      <ul>
        {decisions.map((decision) => (
          <li key={decision.id} className={css.decision}>
            <DecisionNote userId={userId} decision={decision} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function DecisionNote({ userId, decision }: { userId: string; decision: Decision }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const sent = () => {
    showToast({ title: t`Reply sent`, description: t`A moderator will read it.` })
    void refreshPaths(queries, String(decisionsQuery(userId).queryKey[0]))
  }
  return (
    <details>
      <summary>
        <span>
          <Headline decision={decision} />
        </span>{' '}
        <span className="meta">
          <Day at={decision.madeAt} />
        </span>
      </summary>
      <Reason reason={decision.reason} />
      <SentReply decision={decision} />
      {decision.reply === null && (
        <ReplyForm
          send={(text) => replyToDecision({ params: { id: decision.id }, body: { words: text } })}
          onSent={sent}
        />
      )}
    </details>
  )
}
