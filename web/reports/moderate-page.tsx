import { Fragment } from 'react'
import * as limits from '#contract/limits.ts'
import { type LetterAct, letterActs } from '#contract/report-reasons.ts'
import type { Letter } from '#contract/reports.ts'
import type { PageHandle } from '#web/page/page-data.tsx'
import { DecisionForm } from './decision-form.tsx'
import { decidedWords } from './decision-words.ts'
import { OpenedByMail } from './opened-by-mail.tsx'
import { readLetter } from './report-calls.ts'
import { ReportedThing } from './reported-thing.tsx'
import css from './reports-page.module.css'

export const handle: PageHandle = { inks: 'green blue' }

/** Where the links of letters about reports lead. Opening one decides nothing. */
export const Page = () => (
  <OpenedByMail
    head={{
      title: 'A report · Foldout',
      description: 'Where the links of letters about reports lead.',
      path: '/moderate',
    }}
    className={css.page}
    read={(token) => readLetter({ body: { token } })}
    nothing={{
      title: 'Nothing to decide here',
      message:
        'This page opens by a link in a letter about reports. If you have just been here, follow the link once more.',
    }}
    ended={{
      title: 'This link has ended',
      message: `It has expired, or the letter was answered before: each letter decides once, within ${limits.letterDays} days.`,
      hint: (
        <>
          What is still open, a command on the machine lists: <Command words="admin report list" />
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
      To take it back, on the machine: <Command words={undo} />
    </>
  )
  return { title: 'Decided', message, hint }
}

/** Broken between its words alone: a hyphen at the end of a line could be one of hyphenation. */
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
