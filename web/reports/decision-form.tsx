import { type FormEvent, useState } from 'react'
import { type LetterAct, letterActs } from '#contract/report-reasons.ts'
import type { Letter } from '#contract/reports.ts'
import { sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { wordsFor } from './decision-words.ts'
import { isEnded } from './opened-by-mail.tsx'
import { decideByLetter } from './report-calls.ts'
import css from './reports-page.module.css'
import { WordsField } from './words-field.tsx'

type DecisionFormProps = {
  letter: Letter
  token: string
  act: LetterAct
  onDecided: (act: LetterAct) => void
  onEnded: () => void
}

export function DecisionForm({ letter, onDecided, ...given }: DecisionFormProps) {
  const form = useDecision(given, onDecided)
  const words = wordsFor(letter)
  const isTold = form.act !== 'keep' || letter.zine !== null
  return (
    <form className={css.form} noValidate aria-labelledby="decide" onSubmit={form.send}>
      <h2 id="decide">Decide</h2>
      <RadioGroup
        legend="What should happen?"
        values={letterActs}
        value={form.act}
        onChoose={form.choose}
        label={(act) => (
          <span>
            <b>{words[act].name}</b>
            <small>{words[act].hint}</small>
          </span>
        )}
      />
      {isTold && (
        <WordsField
          label={`Reason, for ${letter.creator.username} to read`}
          {...(form.act === 'keep' && { mark: 'optional' })}
          hint={
            form.act === 'keep'
              ? 'Leave it empty to notify no one.'
              : 'It is emailed as you write it. They can reply once.'
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
        {...(form.act === 'remove' && { look: 'danger' })}
        aria-disabled={form.isSending || undefined}
      >
        {form.isSending ? words[form.act].busy : words[form.act].button}
      </Button>
    </form>
  )
}

function useDecision(
  { token, act: meant, onEnded }: Omit<DecisionFormProps, 'letter' | 'onDecided'>,
  onDecided: (act: LetterAct) => void,
) {
  const [act, setAct] = useState(meant)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { write, isPending } = useWrite({
    mutationFn: (chosen: LetterAct) => decideByLetter({ body: { token, act: chosen, reason } }),
    onSuccess: (_done, chosen) => onDecided(chosen),
    onError: (error) => {
      if (isEnded(error)) return onEnded()
      setProblem(sentenceOf(error, 'Foldout could not be reached. Please try again.'))
    },
  })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProblem(undefined)
    if (act === 'keep' || reason.trim()) return void write(act)
    setMissing('Please give a reason: the maker will see it.')
    event.currentTarget.querySelector('textarea')?.focus()
  }
  const choose = (chosen: LetterAct) => {
    setAct(chosen)
    setMissing(undefined)
  }
  const typed = (words: string) => {
    setReason(words)
    setMissing(undefined)
  }
  return { act, reason, missing, problem, isSending: isPending, choose, write: typed, send }
}
