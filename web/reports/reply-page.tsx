import { useState } from 'react'
import { Link } from 'react-router'
import type { Decision } from '#contract/moderation.ts'
import { type MailLink, useMailLink } from '#web/accounts/mail-link.ts'
import { PageMessage } from '#web/accounts/page-message.tsx'
import { ApiError, sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import type { PageHandle } from '#web/page/page-data.tsx'
import { PageHead } from '#web/page/page-head.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import solo from '#web/ui/states/solo.module.css'
import { readDecision, replyByLink } from './decision-calls.ts'
import { Day, Reason, Replied, toldOf } from './decision-told.tsx'
import css from './decisions.module.css'
import { ReplyForm } from './reply-form.tsx'

export const handle: PageHandle = { inks: 'green blue' }

type State =
  | { step: 'waiting' | 'nothing' | 'ended' | 'sent' }
  | { step: 'failed'; sentence: string; retry: () => void }
  | { step: 'open'; decision: Decision; token: string }

/** Where the mail about a decision leads: whoever it is about answers it, signed in or not. The token stays in memory. */
export function Page() {
  const { state, setState } = useDecision()
  return (
    <main id="main" className={state.step === 'open' ? `wrap ${css.page}` : solo.solo}>
      <PageHead
        title="A decision · Foldout"
        description="Where the mails about decisions lead."
        path="/reply"
        hidden
      />
      {state.step === 'open' ? (
        <Opened
          {...state}
          onSent={() => setState({ step: 'sent' })}
          onEnded={() => setState({ step: 'ended' })}
        />
      ) : (
        <Message state={state} />
      )}
    </main>
  )
}

function useDecision() {
  const [state, setState] = useState<State>({ step: 'waiting' })
  const { write: open } = useWrite({
    thing: ({ token }) => token,
    mutationFn: ({ token }: MailLink) => readDecision({ body: { token } }),
    onMutate: () => setState({ step: 'waiting' }),
    onSuccess: ({ decision }, { token }) => setState({ step: 'open', decision, token }),
    onError: (error, link) => {
      if (isEnded(error)) return setState({ step: 'ended' })
      const sentence = sentenceOf(error, 'Check the connection, then try again.')
      setState({ step: 'failed', sentence, retry: () => void open(link) })
    },
  })
  useMailLink((link) => (link?.token ? void open(link) : setState({ step: 'nothing' })))
  return { state, setState }
}

const isEnded = (error: unknown) => error instanceof ApiError && error.code === 'link_expired'

type OpenedProps = { decision: Decision; token: string; onSent: () => void; onEnded: () => void }

const Opened = ({ decision, token, onSent, onEnded }: OpenedProps) => (
  <div className={css.sheet}>
    <p className="meta">
      Decided on <Day at={decision.madeAt} />
    </p>
    <h1>{toldOf(decision)}</h1>
    <Reason reason={decision.reason} />
    <Replied decision={decision} />
    {decision.reply === null && (
      <ReplyForm
        send={(words) => replyByLink({ body: { token, words } })}
        onSent={onSent}
        onError={(error) => {
          if (isEnded(error)) onEnded()
          return isEnded(error)
        }}
      />
    )}
  </div>
)

function Message({ state }: { state: Exclude<State, { step: 'open' }> }) {
  switch (state.step) {
    case 'waiting':
      return <PageMessage pigeon title="Opening the letter..." message="One moment." />
    case 'nothing':
      return (
        <PageMessage
          title="Nothing to answer here"
          message="This page opens by the link in a mail. If you have just been here, follow the link once more."
        >
          <GoHome />
        </PageMessage>
      )
    case 'ended':
      return (
        <PageMessage
          title="This link has ended"
          message="It is not valid any more, or it was never ours. Nothing was sent."
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
    case 'sent':
      return (
        <PageMessage pigeon title="Answer sent" message="Whoever runs this site reads it.">
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
