import { ph } from '@lingui/core/macro'
import { Trans as Translated } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import * as limits from '#contract/limits.ts'
import { type ModerationAct, moderationActs, reasonLabels } from '#contract/report-reasons.ts'
import type { ModerationEmail } from '#contract/reports.ts'
import { altLanguageOf, nameLanguageOf } from '#contract/text-language.ts'
import { formatAgo } from '#web/languages/format-ago.ts'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { OutsideLink } from '#web/ui/controls/link.tsx'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { useNow } from '#web/ui/use-now.ts'
import { DecisionForm } from './decision-form.tsx'
import { describeOutcome } from './decision-texts.ts'
import { OpenMailLink } from './open-mail-link.tsx'
import { readModerationEmail } from './report-calls.ts'
import css from './reports-page.module.css'

export const handle: PageHandle = { inks: 'green blue' }

export const Page = () => {
  const { t } = useLingui()
  return (
    <OpenMailLink
      head={{
        title: t`A report · Foldout`,
        description: t`Decide about a report with a link from an email.`,
        path: '/moderate',
      }}
      className={css.page}
      read={(token) => readModerationEmail({ body: { token } })}
      noLinkMessage={{
        title: t`Nothing to decide here`,
        message: t`Open this page with a link from an email about a report. If you were just here, open the link again.`,
      }}
      expiredMessage={{
        title: t`This link has expired`,
        message: t`It has expired or was already used. Each email can be used once, within ${ph({ days: limits.moderationEmailDays })} days.`,
        hint: (
          <Trans>
            To list open reports, run this on the server: <Command text="admin report list" />
          </Trans>
        ),
      }}
    >
      {({ target: { email: moderationEmail }, link: { token, type }, finish, end }) => (
        <>
          <ReportTarget moderationEmail={moderationEmail} />
          <DecisionForm
            moderationEmail={moderationEmail}
            token={token}
            initialAction={moderationActs.find((action) => action === type) ?? 'keep'}
            onDecided={(action) => finish({ title: t`Decided`, ...outcomeMessage(action, moderationEmail) })}
            onLinkExpired={end}
          />
        </>
      )}
    </OpenMailLink>
  )
}

function outcomeMessage(action: ModerationAct, moderationEmail: ModerationEmail) {
  const { outcome, undo } = describeOutcome(action, moderationEmail)
  const { zine, creator } = moderationEmail
  const name = <MemberText text={zine?.title ?? creator.username} language={zine?.language} />
  const hint = undo && (
    <Trans>
      To undo it, run this on the server: <Command text={undo} />
    </Trans>
  )
  return { message: <Translated {...outcome} values={{ name }} />, hint }
}

/** Wraps only between words, because a hyphen at a line end could be mistaken for hyphenation. */
const Command = ({ text }: { text: string }) => (
  <code className={css.command}>
    {text.split(' ').map((word, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words never change
      <Fragment key={index}>
        {index > 0 && ' '}
        <span>{word}</span>
      </Fragment>
    ))}
  </code>
)

const ReportTarget = ({ moderationEmail }: { moderationEmail: ModerationEmail }) => (
  <div className={css.target}>
    {moderationEmail.zine ? (
      <ReportedZine zine={moderationEmail.zine} creator={moderationEmail.creator} />
    ) : (
      <ReportedCreator {...moderationEmail} />
    )}
    <section className={css.reports} aria-labelledby="reports">
      <h2 id="said">
        <Plural value={{ count: moderationEmail.reports.length }} one="# report" other="# reports" />
      </h2>
      <ul>
        {moderationEmail.reports.map((report) => (
          <ReportItem key={report.id} report={report} />
        ))}
      </ul>
    </section>
  </div>
)

type ZineProps = { zine: NonNullable<ModerationEmail['zine']>; creator: ModerationEmail['creator'] }

function ReportedZine({ zine, creator }: ZineProps) {
  const { t } = useLingui()
  const title = useTextLanguage(zine.title, zine.language)
  const description = useTextLanguage(zine.description ?? '', zine.language)
  return (
    <section className={css.zine}>
      <p className="meta">{t`A zine was reported`}</p>
      <h1 tabIndex={-1} {...title}>
        {zine.title}
      </h1>
      <p>
        <Trans>
          by{' '}
          <OutsideLink href={`/profile/${creator.id}`}>
            <bdi {...nameLanguageOf(creator.username)}>{ph({ username: creator.username })}</bdi>
          </OutsideLink>
        </Trans>
      </p>
      <ul className={css.pages} aria-label={t`Pages`}>
        {zine.pages.map(({ url, altText }, index) => (
          <li key={url}>
            <img
              src={url}
              alt={altText || t`Page ${ph({ number: index + 1 })}`}
              {...altLanguageOf(altText, zine.language)}
            />
          </li>
        ))}
      </ul>
      {zine.description && (
        <p className={css.text} {...description}>
          {zine.description}
        </p>
      )}
      <p>
        <OutsideLink href={`/zine/${zine.id}`}>
          <Plural value={{ count: zine.pageCount }} one="Open the zine (# page)" other="Open the zine (# pages)" />
        </OutsideLink>
      </p>
    </section>
  )
}

const ReportedCreator = ({ creator }: Pick<ModerationEmail, 'creator'>) => {
  const { t } = useLingui()
  return (
    <section className={css.zine}>
      <p className="meta">{t`A creator was reported`}</p>
      <div className={css.creator}>
        <Avatar username={creator.username} imageUrl={creator.profileImageUrl} />
        <h1 tabIndex={-1} {...nameLanguageOf(creator.username)}>
          {creator.username}
        </h1>
      </div>
      <p>
        <OutsideLink href={`/profile/${creator.id}`}>{t`Open the profile`}</OutsideLink>
      </p>
    </section>
  )
}

function ReportItem({ report }: { report: ModerationEmail['reports'][number] }) {
  const { t, i18n } = useLingui()
  const now = useNow()
  const language = useTextLanguage(report.words)
  const time = <time dateTime={report.reportedAt}>{formatAgo(i18n.locale, report.reportedAt, now)}</time>
  return (
    <li>
      <p>
        <strong>{t(reasonLabels[report.reason])}</strong>
      </p>
      {report.words && (
        <p className={css.text} {...language}>
          {report.words}
        </p>
      )}
      <p className="meta">{report.byMember ? <Trans>A member, {time}</Trans> : <Trans>A visitor, {time}</Trans>}</p>
    </li>
  )
}
