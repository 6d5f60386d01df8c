import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type ReportReason, reasonLabels, reportReasons } from '#contract/report-reasons.ts'
import { isBlank } from '#contract/visible-text.ts'
import { getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { createReport } from './report-calls.ts'
import css from './report-dialog.module.css'
import { ReportTextField } from './report-text-field.tsx'

export type Reported = { zineId: string } | { creatorId: string }
type ReportDialogProps = {
  about: Reported
  name: string
  language?: string | null
  onClose: () => void
}

export function ReportDialog({ about, name, language, onClose }: ReportDialogProps) {
  const { t } = useLingui()
  const form = useReport(about, onClose)
  const close = () => form.isSending || onClose()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title={'zineId' in about ? t`Report this zine` : t`Report this creator`}
      description={
        <Trans>
          A moderator will read your report and decide about “<MemberText text={name} language={language} />
          ”. The creator won’t find out who reported it.
        </Trans>
      }
      width="34rem"
    >
      <form className={css.form} noValidate onSubmit={form.send}>
        <RadioGroup
          legend={t`What is wrong?`}
          values={reportReasons}
          value={form.reason}
          onChange={form.choose}
          label={(reason) => t(reasonLabels[reason])}
          error={form.missing}
        />
        <ReportTextField
          label={t`In your own words`}
          {...(form.reason !== 'other' && { mark: t`optional` })}
          hint={t`Say where the problem is, and how to reach you if you want a reply.`}
          error={form.missingWords}
          value={form.words}
          isFixed={form.isSending}
          onChange={form.write}
        />
        {form.problem && (
          <p className="error" role="alert">
            {form.problem}
          </p>
        )}
        <div className={dialog.row}>
          <Button look="second" aria-disabled={form.isSending || undefined} onClick={close}>{t`Cancel`}</Button>
          <Button type="submit" aria-disabled={form.isSending || undefined}>
            {form.isSending ? t`Sending…` : t`Send report`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Keeps the text after a failure. A toast reports the failure to a member who has left the page. */
function useReport(about: Reported, onSent: () => void) {
  const { t } = useLingui()
  const [reason, setReason] = useState<ReportReason>()
  const [words, setWords] = useState('')
  const [missing, setMissing] = useState<string>()
  const [missingWords, setMissingWords] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const hasLeftRef = useHasLeftRef()
  const { write, isPending } = useWrite({
    mutationFn: (chosenReason: ReportReason) => createReport({ body: { ...about, reason: chosenReason, words } }),
    onSuccess: () => {
      onSent()
      showToast({ title: t`Report sent`, description: t`Thank you. A moderator will read your report.` })
    },
    onError: (error) => {
      const message = getUserMessage(error, t`The report could not be sent. Please try again.`)
      if (hasLeftRef.current) showToast({ title: t`Report not sent`, description: message, variant: 'destructive' })
      else setProblem(message)
    },
  })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProblem(undefined)
    if (!reason) {
      setMissing(t`Please choose what is wrong.`)
      event.currentTarget.querySelector<HTMLElement>('[type=radio]')?.focus()
    } else if (reason === 'other' && isBlank(words)) {
      setMissingWords(t`Please describe what is wrong.`)
      event.currentTarget.querySelector('textarea')?.focus()
    } else void write(reason)
  }
  const choose = (chosenReason: ReportReason) => {
    setReason(chosenReason)
    setMissing(undefined)
    setMissingWords(undefined)
  }
  const writeWords = (text: string) => {
    setWords(text)
    setMissingWords(undefined)
  }
  return { reason, words, missing, missingWords, problem, isSending: isPending, choose, write: writeWords, send }
}

function useHasLeftRef() {
  const hasLeftRef = useRef(false)
  useEffect(() => {
    hasLeftRef.current = false
    return () => {
      hasLeftRef.current = true
    }
  }, [])
  return hasLeftRef
}
