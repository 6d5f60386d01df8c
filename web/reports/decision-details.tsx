import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { formatDate } from '#contract/format-date.ts'
import type { Decision } from '#contract/moderation.ts'
import { isBlank } from '#contract/visible-text.ts'
import { getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { useMounted } from '#web/ui/use-mounted.ts'
import css from './decisions.module.css'
import { ReportTextField } from './report-text-field.tsx'

/** What was decided about a zine or an account. */
export function Headline({ decision: { act, title } }: { decision: Pick<Decision, 'act' | 'title'> }) {
  const { t } = useLingui()
  const zine = title === null ? t`A zine` : <MemberText text={title} />
  switch (act) {
    case 'zine hidden':
      return <Trans>“{zine}” is hidden</Trans>
    case 'zine restored':
      return <Trans>“{zine}” is visible again</Trans>
    case 'zine kept':
      return <Trans>“{zine}” stays online</Trans>
    case 'zine removed':
      return <Trans>“{zine}” was removed</Trans>
    case 'content note set':
      return <Trans>“{zine}” has a new content note</Trans>
    case 'content note removed':
      return <Trans>The content note of “{zine}” was removed</Trans>
    case 'member suspended':
      return t`Your account is suspended`
    case 'member restored':
      return t`Your account is back`
  }
}

/** A date in the visitor's time zone, which the server does not know: it renders the date in UTC. */
export function Day({ at }: { at: string }) {
  const { i18n } = useLingui()
  const mounted = useMounted()
  return <time dateTime={at}>{formatDate(i18n.locale, at, mounted ? 'local' : 'UTC')}</time>
}

export function Reason({ reason }: { reason: string }) {
  const language = useTextLanguage(reason)
  if (!reason) return null
  return (
    <blockquote className={css.reason}>
      <p {...language}>{reason}</p>
    </blockquote>
  )
}

export function SentReply({ decision: { reply, repliedAt } }: { decision: Decision }) {
  const { t } = useLingui()
  const language = useTextLanguage(reply ?? '')
  if (reply === null) return null
  return (
    <div className={css.replied}>
      <p className="meta">
        {repliedAt ? (
          <Trans>
            You replied on <Day at={repliedAt} />
          </Trans>
        ) : (
          t`You replied`
        )}
      </p>
      <p className={css.text} {...language}>
        {reply}
      </p>
    </div>
  )
}

type ReplyFormProps = {
  send: (text: string) => Promise<unknown>
  onSent: (text: string) => void
  onError?: (error: unknown) => boolean
}

export function ReplyForm({ send, onSent, onError }: ReplyFormProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { write, isPending } = useWrite({
    mutationFn: (reply: string) => send(reply),
    onSuccess: (_done, reply) => onSent(reply),
    onError: (error) => {
      if (onError?.(error)) return
      setProblem(getUserMessage(error, t`Your reply could not be sent. Please try again.`))
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProblem(undefined)
    if (!isBlank(text)) return void write(text)
    setProblem(t`Please write something.`)
    event.currentTarget.querySelector('textarea')?.focus()
  }
  const changeText = (next: string) => {
    setText(next)
    setProblem(undefined)
  }
  return (
    <form className={css.reply} noValidate onSubmit={submit}>
      <ReportTextField
        label={t`Your reply`}
        hint={t`You can reply once. A moderator will read your reply.`}
        value={text}
        isFixed={isPending}
        onChange={changeText}
        error={problem}
      />
      <Button type="submit" aria-disabled={isPending || undefined}>
        {isPending ? t`Sending…` : t`Send reply`}
      </Button>
    </form>
  )
}
