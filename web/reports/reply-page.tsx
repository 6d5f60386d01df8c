import type { PageHandle } from '#web/page/page-data.tsx'
import { Day, Reason, Replied, ReplyForm, toldOf } from './decision-told.tsx'
import css from './decisions.module.css'
import { isEnded, OpenedByMail } from './opened-by-mail.tsx'
import { readDecision, replyByLink } from './report-calls.ts'

export const handle: PageHandle = { inks: 'green blue' }

export const Page = () => (
  <OpenedByMail
    head={{
      title: 'A decision · Foldout',
      description: 'The page that links in emails about decisions open.',
      path: '/reply',
    }}
    className={css.page}
    read={(token) => readDecision({ body: { token } })}
    nothing={{
      title: 'Nothing to reply to',
      message: 'Open this page with the link from an email. If you were just here, open the link again.',
    }}
    ended={{
      title: 'This link has expired',
      message: 'It has expired or is not valid. Nothing was sent.',
    }}
  >
    {({ thing: { decision }, link: { token }, finish, end }) => (
      <div className={css.sheet}>
        <p className="meta">
          Decided on <Day at={decision.madeAt} />
        </p>
        <h1 tabIndex={-1}>{toldOf(decision)}</h1>
        <Reason reason={decision.reason} />
        <Replied decision={decision} />
        {decision.reply === null && (
          <ReplyForm
            send={(words) => replyByLink({ body: { token, words } })}
            onSent={() => finish({ pigeon: true, title: 'Reply sent', message: 'A moderator will read it.' })}
            onError={(error) => {
              if (isEnded(error)) end()
              return isEnded(error)
            }}
          />
        )}
      </div>
    )}
  </OpenedByMail>
)
