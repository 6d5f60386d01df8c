import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import {
  type MailLink,
  OpeningLink,
  PageMessage,
  type PageMessageProps,
  useFocusOnTitle,
  useMailLink,
} from '#web/accounts/page-message.tsx'
import { ApiError, getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { PageHead } from '#web/page-data/page-head.tsx'
import { HomeLink } from '#web/ui/controls/back-link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import solo from '#web/ui/states/solo.module.css'

type MessageContent = Omit<PageMessageProps, 'children'>
type State<Target> =
  | { status: 'waiting' | 'nothing' | 'ended' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'open'; target: Target; link: MailLink }
  | { status: 'done'; content: MessageContent }

type Opened<Target> = {
  target: Target
  link: MailLink
  finish: (content: MessageContent) => void
  end: () => void
}

type OpenedByMailProps<Target> = {
  head: { title: string; description: string; path: string }
  className: string | undefined
  read: (token: string) => Promise<Target>
  /** Shown without a link. `ended` is shown for an expired link. */
  noLinkMessage: MessageContent
  expiredMessage: MessageContent
  children: (opened: Opened<Target>) => ReactNode
}

/** Opens a mailed link. Opening only reads, and the token stays in memory. */
export function OpenMailLink<Target>({ head, className, read, children, ...messages }: OpenedByMailProps<Target>) {
  const { state, end, finish } = useMailLinkState(read)
  const isOpen = state.status === 'open'
  return (
    <main id="main" className={isOpen ? `wrap ${className}` : solo.solo} ref={useFocusOnTitle(state.status)}>
      <PageHead {...head} hidden />
      {isOpen ? children({ ...state, finish, end }) : <Message state={state} {...messages} />}
    </main>
  )
}

function useMailLinkState<Target>(read: (token: string) => Promise<Target>) {
  const { t } = useLingui()
  const [state, setState] = useState<State<Target>>({ status: 'waiting' })
  const end = () => setState({ status: 'ended' })
  const finish = (content: MessageContent) => setState({ status: 'done', content })
  const { write: open } = useWrite({
    lockKey: ({ token }) => token,
    mutationFn: ({ token }: MailLink) => read(token),
    onMutate: () => setState({ status: 'waiting' }),
    onSuccess: (target, link) => setState({ status: 'open', target, link }),
    onError: (error, link) => {
      if (isLinkExpired(error)) return end()
      const message = getUserMessage(error, t`Check your connection, then try again.`)
      setState({ status: 'failed', message, retry: () => void open(link) })
    },
  })
  useMailLink((link) => (link?.token ? void open(link) : setState({ status: 'nothing' })))
  return { state, end, finish }
}

export const isLinkExpired = (error: unknown) => error instanceof ApiError && error.code === 'link_expired'

type MessageProps = {
  state: Exclude<State<unknown>, { status: 'open' }>
  noLinkMessage: MessageContent
  expiredMessage: MessageContent
}

function Message({ state, noLinkMessage, expiredMessage }: MessageProps) {
  const { t } = useLingui()
  switch (state.status) {
    case 'waiting':
      return <OpeningLink title={t`Opening the link…`} />
    case 'failed':
      return (
        <PageMessage title={t`The link could not be opened`} message={state.message}>
          <Button onClick={state.retry}>{t`Try again`}</Button>
        </PageMessage>
      )
    case 'nothing':
      return <EndMessage {...noLinkMessage} />
    case 'ended':
      return <EndMessage {...expiredMessage} />
    case 'done':
      return <EndMessage {...state.content} />
  }
}

const EndMessage = (content: MessageContent) => (
  <PageMessage {...content}>
    <HomeLink />
  </PageMessage>
)
