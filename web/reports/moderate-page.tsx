import { useState } from 'react'
import { Link } from 'react-router'
import * as limits from '#contract/limits.ts'
import { type LetterAct, letterActs } from '#contract/report-reasons.ts'
import type { Letter } from '#contract/reports.ts'
import { type MailLink, useMailLink } from '#web/accounts/mail-link.ts'
import { PageMessage } from '#web/accounts/page-message.tsx'
import { ApiError, sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import type { PageHandle } from '#web/page/page-data.tsx'
import { PageHead } from '#web/page/page-head.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import solo from '#web/ui/states/solo.module.css'
import { DecisionForm } from './decision-form.tsx'
import { decidedWords } from './decision-words.ts'
import { readLetter } from './report-calls.ts'
import { ReportedThing } from './reported-thing.tsx'
import css from './reports-page.module.css'

export const handle: PageHandle = { inks: 'green blue' }

type Opened = { letter: Letter; token: string; act: LetterAct }
type State =
  | { step: 'waiting' | 'nothing' | 'ended' }
  | { step: 'failed'; sentence: string; retry: () => void }
  | ({ step: 'open' } & Opened)
  | ({ step: 'decided' } & Opened)

/** Where the links of letters about reports lead. Opening it decides nothing; the token stays in memory. */
export function Page() {
  const { state, end, decided } = useLetter()
  return (
    <main id="main" className={state.step === 'open' ? `wrap ${css.page}` : solo.solo}>
      <PageHead
        title="A report · Foldout"
        description="Where the links of letters about reports lead."
        path="/moderate"
        hidden
      />
      {state.step === 'open' ? (
        <>
          <ReportedThing letter={state.letter} />
          <DecisionForm {...state} onDecided={decided} onEnded={end} />
        </>
      ) : (
        <Message state={state} />
      )}
    </main>
  )
}

function useLetter() {
  const [state, setState] = useState<State>({ step: 'waiting' })
  const end = () => setState({ step: 'ended' })
  const { write: open } = useWrite({
    thing: ({ token }) => token,
    mutationFn: ({ token }: MailLink) => readLetter({ body: { token } }),
    onMutate: () => setState({ step: 'waiting' }),
    onSuccess: ({ letter }, { token, type }) =>
      setState({ step: 'open', letter, token, act: letterActs.find((act) => act === type) ?? 'keep' }),
    onError: (error, link) => {
      if (error instanceof ApiError && error.code === 'link_expired') return end()
      const sentence = sentenceOf(error, 'Check the connection, then try again.')
      setState({ step: 'failed', sentence, retry: () => void open(link) })
    },
  })
  useMailLink((link) => (link?.token ? void open(link) : setState({ step: 'nothing' })))
  const decided = (act: LetterAct) =>
    setState((was) => (was.step === 'open' ? { ...was, step: 'decided', act } : was))
  return { state, end, decided }
}

function Message({ state }: { state: Exclude<State, { step: 'open' }> }) {
  switch (state.step) {
    case 'waiting':
      return <PageMessage pigeon title="Opening the letter..." message="One moment." />
    case 'nothing':
      return (
        <PageMessage
          title="Nothing to decide here"
          message="This page opens by a link in a letter about reports. If you have just been here, follow the link once more."
        >
          <GoHome />
        </PageMessage>
      )
    case 'ended':
      return (
        <PageMessage
          title="This link has ended"
          message={`It has expired, or the letter was answered before: each letter decides once, within ${limits.letterDays} days.`}
          hint="What is still open, the command lists: npm run admin -- report list"
        >
          <GoHome />
        </PageMessage>
      )
    case 'failed':
      return (
        <PageMessage title="The letter could not be opened" message={state.sentence}>
          <Button onClick={state.retry}>Try again</Button>
        </PageMessage>
      )
    case 'decided':
      return (
        <PageMessage title="Decided" {...decidedWords(state.act, state.letter)}>
          <GoHome />
        </PageMessage>
      )
  }
}

const GoHome = () => (
  <Link className={buttonClass({ look: 'second' })} to="/" replace>
    Go to Homepage
  </Link>
)
