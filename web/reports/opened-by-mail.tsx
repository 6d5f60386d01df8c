import { type ReactNode, useState } from 'react'
import {
  type MailLink,
  OpeningLink,
  PageMessage,
  type PageMessageProps,
  useFocusOnTitle,
  useMailLink,
} from '#web/accounts/page-message.tsx'
import { ApiError, sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { PageHead } from '#web/page/page-head.tsx'
import { GoHome } from '#web/ui/controls/back-link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import solo from '#web/ui/states/solo.module.css'

type Said = Omit<PageMessageProps, 'children'>
type State<Thing> =
  | { step: 'waiting' | 'nothing' | 'ended' }
  | { step: 'failed'; sentence: string; retry: () => void }
  | { step: 'open'; thing: Thing; link: MailLink }
  | { step: 'done'; said: Said }

type Opened<Thing> = {
  thing: Thing
  link: MailLink
  finish: (said: Said) => void
  end: () => void
}

type OpenedByMailProps<Thing> = {
  head: { title: string; description: string; path: string }
  className: string | undefined
  read: (token: string) => Promise<Thing>
  /** Shown without a link. `ended` is shown for an expired link. */
  nothing: Said
  ended: Said
  children: (opened: Opened<Thing>) => ReactNode
}

/** Opens a mailed link. Opening only reads, and the token stays in memory. */
export function OpenedByMail<Thing>({ head, className, read, children, ...words }: OpenedByMailProps<Thing>) {
  const { state, end, finish } = useOpened(read)
  const isOpen = state.step === 'open'
  return (
    <main id="main" className={isOpen ? `wrap ${className}` : solo.solo} ref={useFocusOnTitle(state.step)}>
      <PageHead {...head} hidden />
      {isOpen ? children({ ...state, finish, end }) : <Message state={state} {...words} />}
    </main>
  )
}

function useOpened<Thing>(read: (token: string) => Promise<Thing>) {
  const [state, setState] = useState<State<Thing>>({ step: 'waiting' })
  const end = () => setState({ step: 'ended' })
  const finish = (said: Said) => setState({ step: 'done', said })
  const { write: open } = useWrite({
    thing: ({ token }) => token,
    mutationFn: ({ token }: MailLink) => read(token),
    onMutate: () => setState({ step: 'waiting' }),
    onSuccess: (thing, link) => setState({ step: 'open', thing, link }),
    onError: (error, link) => {
      if (isEnded(error)) return end()
      const sentence = sentenceOf(error, 'Check the connection, then try again.')
      setState({ step: 'failed', sentence, retry: () => void open(link) })
    },
  })
  useMailLink((link) => (link?.token ? void open(link) : setState({ step: 'nothing' })))
  return { state, end, finish }
}

export const isEnded = (error: unknown) => error instanceof ApiError && error.code === 'link_expired'

type MessageProps = { state: Exclude<State<unknown>, { step: 'open' }>; nothing: Said; ended: Said }

function Message({ state, nothing, ended }: MessageProps) {
  switch (state.step) {
    case 'waiting':
      return <OpeningLink title="Opening the link..." />
    case 'failed':
      return (
        <PageMessage title="The link could not be opened" message={state.sentence}>
          <Button onClick={state.retry}>Try again</Button>
        </PageMessage>
      )
    case 'nothing':
      return <Ending {...nothing} />
    case 'ended':
      return <Ending {...ended} />
    case 'done':
      return <Ending {...state.said} />
  }
}

const Ending = (said: Said) => (
  <PageMessage {...said}>
    <GoHome />
  </PageMessage>
)
