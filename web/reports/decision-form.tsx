import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type ModerationAct, moderationActs } from '#contract/report-reasons.ts'
import type { ModerationEmail } from '#contract/reports.ts'
import { isBlank } from '#contract/visible-text.ts'
import { getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { labelsFor } from './decision-texts.ts'
import { isLinkExpired } from './open-mail-link.tsx'
import { decideByEmail } from './report-calls.ts'
import { ReportTextField } from './report-text-field.tsx'
import css from './reports-page.module.css'

type DecisionFormProps = {
  moderationEmail: ModerationEmail
  token: string
  initialAction: ModerationAct
  onDecided: (action: ModerationAct) => void
  onLinkExpired: () => void
}

export function DecisionForm({ moderationEmail, onDecided, ...options }: DecisionFormProps) {
  const { t } = useLingui()
  const form = useDecision(options, onDecided)
  const labels = labelsFor(moderationEmail)
  const hasReasonField = form.action !== 'keep' || moderationEmail.zine !== null
  return (
    <form className={css.form} noValidate aria-labelledby="decide" onSubmit={form.send}>
      <h2 id="decide">{t`Decide`}</h2>
      <RadioGroup
        legend={t`What should happen?`}
        values={moderationActs}
        value={form.action}
        onChange={form.choose}
        label={(option) => (
          <span>
            <b>{t(labels[option].name)}</b>
            <small>{t(labels[option].hint)}</small>
          </span>
        )}
      />
      {hasReasonField && (
        <ReportTextField
          label={t`Reason, for ${ph({ username: moderationEmail.creator.username })} to read`}
          {...(form.action === 'keep' && { mark: t`optional` })}
          hint={
            form.action === 'keep'
              ? t`Leave this empty to notify no one.`
              : t`We email your reason exactly as you write it. They can reply once.`
          }
          error={form.missing}
          value={form.reason}
          isFixed={form.isSending}
          onChange={form.write}
        />
      )}
      {form.problem && (
        <p className="error" role="alert">
          {form.problem}
        </p>
      )}
      <Button
        type="submit"
        {...(form.action === 'remove' && { look: 'danger' })}
        aria-disabled={form.isSending || undefined}
      >
        {t(form.isSending ? labels[form.action].busy : labels[form.action].button)}
      </Button>
    </form>
  )
}

function useDecision(
  { token, initialAction, onLinkExpired }: Omit<DecisionFormProps, 'moderationEmail' | 'onDecided'>,
  onDecided: (action: ModerationAct) => void,
) {
  const { t } = useLingui()
  const [action, setAction] = useState(initialAction)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { write, isPending } = useWrite({
    mutationFn: (chosenAction: ModerationAct) => decideByEmail({ body: { token, act: chosenAction, reason } }),
    onSuccess: (_done, chosenAction) => onDecided(chosenAction),
    onError: (error) => {
      if (isLinkExpired(error)) return onLinkExpired()
      setProblem(getUserMessage(error, t`Foldout could not be reached. Please try again.`))
    },
  })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProblem(undefined)
    if (action === 'keep' || !isBlank(reason)) return void write(action)
    setMissing(t`Please give a reason. The creator will see it.`)
    event.currentTarget.querySelector('textarea')?.focus()
  }
  const choose = (chosenAction: ModerationAct) => {
    setAction(chosenAction)
    setMissing(undefined)
  }
  const writeReason = (text: string) => {
    setReason(text)
    setMissing(undefined)
  }
  return { action, reason, missing, problem, isSending: isPending, choose, write: writeReason, send }
}
