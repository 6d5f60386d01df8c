import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type ReportReason, reasonSentences, reportReasons } from '#contract/report-reasons.ts'
import { sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { createReport } from './report-calls.ts'
import css from './report-dialog.module.css'
import { WordsField } from './words-field.tsx'

export type Reported = { zineId: string } | { creatorId: string }
type ReportDialogProps = {
  about: Reported
  name: string
  onClose: () => void
}

export function ReportDialog({ about, name, onClose }: ReportDialogProps) {
  const what = 'zineId' in about ? 'zine' : 'creator'
  const form = useReport(about, onClose)
  const close = () => form.isSending || onClose()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title={`Report this ${what}`}
      description={`A moderator reads it and decides about “${name}”. The ${what === 'zine' ? 'maker' : 'creator'} does not see who you are.`}
      width="34rem"
    >
      <form className={css.form} noValidate onSubmit={form.send}>
        <RadioGroup
          legend="What is wrong?"
          values={reportReasons}
          value={form.reason}
          onChoose={form.choose}
          label={(reason) => reasonSentences[reason]}
          error={form.missing}
        />
        <WordsField
          label="In your own words"
          mark="optional"
          hint="Say where, and how to reach you if you want a reply."
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
          <Button look="second" aria-disabled={form.isSending || undefined} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={form.isSending || undefined}>
            {form.isSending ? 'Sending...' : 'Send Report'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Keeps the text after a failure. A toast reports the failure to a member who has left the page. */
function useReport(about: Reported, onSent: () => void) {
  const [reason, setReason] = useState<ReportReason>()
  const [words, setWords] = useState('')
  const [missing, setMissing] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const isLeft = useIsLeft()
  const { write, isPending } = useWrite({
    mutationFn: (chosen: ReportReason) => createReport({ body: { ...about, reason: chosen, words } }),
    onSuccess: () => {
      onSent()
      showToast({ title: 'Report sent', description: 'Thank you. A moderator will look at it.' })
    },
    onError: (error) => {
      const sentence = sentenceOf(error, 'The report could not be sent. Please try again.')
      if (isLeft.current)
        showToast({ title: 'Report not sent', description: sentence, variant: 'destructive' })
      else setProblem(sentence)
    },
  })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProblem(undefined)
    if (reason) return void write(reason)
    setMissing('Please choose what is wrong.')
    event.currentTarget.querySelector<HTMLElement>('[type=radio]')?.focus()
  }
  const choose = (chosen: ReportReason) => {
    setReason(chosen)
    setMissing(undefined)
  }
  return { reason, words, missing, problem, isSending: isPending, choose, write: setWords, send }
}

function useIsLeft() {
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return isLeft
}
