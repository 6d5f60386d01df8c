import { formatDistance } from 'date-fns/formatDistance'
import { Fragment } from 'react'
import * as limits from '#contract/limits.ts'
import { type LetterAct, letterActs, reasonSentences } from '#contract/report-reasons.ts'
import type { Letter } from '#contract/reports.ts'
import type { PageHandle } from '#web/page/page-data.tsx'
import { OutsideLink } from '#web/ui/controls/link.tsx'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { counted } from '#web/ui/number.ts'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { useNow } from '#web/ui/use-now.ts'
import { DecisionForm } from './decision-form.tsx'
import { decidedWords } from './decision-words.ts'
import { OpenedByMail } from './opened-by-mail.tsx'
import { readLetter } from './report-calls.ts'
import css from './reports-page.module.css'

export const handle: PageHandle = { inks: 'green blue' }

export const Page = () => (
  <OpenedByMail
    head={{
      title: 'A report · Foldout',
      description: 'The page that links in emails about reports open.',
      path: '/moderate',
    }}
    className={css.page}
    read={(token) => readLetter({ body: { token } })}
    nothing={{
      title: 'Nothing to decide here',
      message:
        'Open this page with a link from an email about a report. If you were just here, open the link again.',
    }}
    ended={{
      title: 'This link has expired',
      message: `It has expired or was already used. Each email can be used once, within ${limits.letterDays} days.`,
      hint: (
        <>
          To list open reports, run this on the server: <Command words="admin report list" />
        </>
      ),
    }}
  >
    {({ thing: { letter }, link: { token, type }, finish, end }) => (
      <>
        <ReportedThing letter={letter} />
        <DecisionForm
          letter={letter}
          token={token}
          act={letterActs.find((act) => act === type) ?? 'keep'}
          onDecided={(act) => finish(decided(act, letter))}
          onEnded={end}
        />
      </>
    )}
  </OpenedByMail>
)

function decided(act: LetterAct, letter: Letter) {
  const { message, undo } = decidedWords(act, letter)
  const hint = undo && (
    <>
      To undo it, run this on the server: <Command words={undo} />
    </>
  )
  return { title: 'Decided', message, hint }
}

/** Wraps only between words, because a hyphen at a line end could be mistaken for hyphenation. */
const Command = ({ words }: { words: string }) => (
  <code className={css.command}>
    {words.split(' ').map((word, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words never change
      <Fragment key={place}>
        {place > 0 && ' '}
        <span>{word}</span>
      </Fragment>
    ))}
  </code>
)

const ReportedThing = ({ letter }: { letter: Letter }) => (
  <div className={css.thing}>
    {letter.zine ? (
      <ReportedZine zine={letter.zine} creator={letter.creator} />
    ) : (
      <ReportedCreator {...letter} />
    )}
    <section className={css.said} aria-labelledby="said">
      <h2 id="said">{counted(letter.reports.length, 'report')}</h2>
      <ul>
        {letter.reports.map((report) => (
          <SaidOfIt key={report.id} report={report} />
        ))}
      </ul>
    </section>
  </div>
)

type ZineProps = { zine: NonNullable<Letter['zine']>; creator: Letter['creator'] }

function ReportedZine({ zine, creator }: ZineProps) {
  const title = useTextLanguage(zine.title)
  const description = useTextLanguage(zine.description ?? '')
  return (
    <section className={css.zine}>
      <p className="meta">A zine was reported</p>
      <h1 tabIndex={-1} {...title}>
        {zine.title}
      </h1>
      <p>
        by <OutsideLink href={`/profile/${creator.id}`}>{creator.username}</OutsideLink>
      </p>
      <ul className={css.pages} aria-label="Pages">
        {zine.pages.map(({ url, altText }, place) => (
          <li key={url}>
            <img src={url} alt={altText || `Page ${place + 1}`} />
          </li>
        ))}
      </ul>
      {zine.description && (
        <p className={css.words} {...description}>
          {zine.description}
        </p>
      )}
      <p>
        <OutsideLink href={`/zine/${zine.id}`}>Open the zine ({counted(zine.pageCount, 'page')})</OutsideLink>
      </p>
    </section>
  )
}

const ReportedCreator = ({ creator }: Pick<Letter, 'creator'>) => (
  <section className={css.zine}>
    <p className="meta">A creator was reported</p>
    <div className={css.who}>
      <Avatar username={creator.username} imageUrl={creator.profileImageUrl} />
      <h1 tabIndex={-1}>{creator.username}</h1>
    </div>
    <p>
      <OutsideLink href={`/profile/${creator.id}`}>Open the profile</OutsideLink>
    </p>
  </section>
)

function SaidOfIt({ report }: { report: Letter['reports'][number] }) {
  const now = useNow()
  const words = useTextLanguage(report.words)
  return (
    <li>
      <p>
        <strong>{reasonSentences[report.reason]}</strong>
      </p>
      {report.words && (
        <p className={css.words} {...words}>
          {report.words}
        </p>
      )}
      <p className="meta">
        {report.byMember ? 'A member' : 'A visitor'},{' '}
        <time dateTime={report.reportedAt}>{formatDistance(report.reportedAt, now)} ago</time>
      </p>
    </li>
  )
}
