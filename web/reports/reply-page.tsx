import { Trans, useLingui } from '@lingui/react/macro'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { Day, Headline, Reason, ReplyForm, SentReply } from './decision-details.tsx'
import css from './decisions.module.css'
import { isLinkExpired, OpenMailLink } from './open-mail-link.tsx'
import { readDecision, replyByLink } from './report-calls.ts'

export const handle: PageHandle = { inks: 'green blue' }

export const Page = () => {
  const { t } = useLingui()
  return (
    <OpenMailLink
      head={{
        title: t`A decision · Foldout`,
        description: t`Read a decision and reply to it with a link from an email.`,
        path: '/reply',
      }}
      className={css.page}
      read={(token) => readDecision({ body: { token } })}
      noLinkMessage={{
        title: t`Nothing to reply to`,
        message: t`Open this page with the link from an email. If you were just here, open the link again.`,
      }}
      expiredMessage={{
        title: t`This link has expired`,
        message: t`It has expired or is not valid. Nothing was sent.`,
      }}
    >
      {({ target: { decision }, link: { token }, finish, end }) => (
        <div className={css.sheet}>
          <p className="meta">
            <Trans>
              Decided on <Day at={decision.madeAt} />
            </Trans>
          </p>
          <h1 tabIndex={-1}>
            <Headline decision={decision} />
          </h1>
          <Reason reason={decision.reason} />
          <SentReply decision={decision} />
          {decision.reply === null && (
            <ReplyForm
              send={(text) => replyByLink({ body: { token, words: text } })}
              onSent={() => finish({ pigeon: true, title: t`Reply sent`, message: t`A moderator will read it.` })}
              onError={(error) => {
                if (isLinkExpired(error)) end()
                return isLinkExpired(error)
              }}
            />
          )}
        </div>
      )}
    </OpenMailLink>
  )
}
