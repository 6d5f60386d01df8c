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
      description: 'Where the mails about decisions lead.',
      path: '/reply',
    }}
    className={css.page}
    read={(token) => readDecision({ body: { token } })}
    nothing={{
      title: 'Nothing to answer here',
      message:
        'This page opens by the link in a mail. If you have just been here, follow the link once more.',
    }}
    ended={{
      title: 'This link has ended',
      message: 'It is not valid any more, or it was never ours. Nothing was sent.',
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
            onSent={() =>
              finish({ pigeon: true, title: 'Answer sent', message: 'Whoever runs this site reads it.' })
            }
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
