import { type FormEvent, useState } from 'react'
import { sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import css from './decisions.module.css'
import { WordsField } from './words-field.tsx'

type ReplyFormProps = {
  send: (words: string) => Promise<unknown>
  onSent: (words: string) => void
  /** Whoever is told otherwise than by a sentence below the field. */
  onError?: (error: unknown) => boolean
}

export function ReplyForm({ send, onSent, onError }: ReplyFormProps) {
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState<string>()
  const { write, isPending } = useWrite({
    mutationFn: (typed: string) => send(typed),
    onSuccess: (_done, typed) => onSent(typed),
    onError: (error) => {
      if (onError?.(error)) return
      setProblem(sentenceOf(error, 'Your answer could not be sent. Please try again.'))
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProblem(undefined)
    if (words.trim()) return void write(words)
    setProblem('Please write something.')
    event.currentTarget.querySelector('textarea')?.focus()
  }
  const typed = (next: string) => {
    setWords(next)
    setProblem(undefined)
  }
  return (
    <form className={css.reply} noValidate onSubmit={submit}>
      <WordsField
        label="Your answer"
        hint="You can answer once. Whoever runs this site reads it."
        value={words}
        isFixed={isPending}
        onChange={typed}
        error={problem}
      />
      <Button type="submit" aria-disabled={isPending || undefined}>
        {isPending ? 'Sending...' : 'Send Answer'}
      </Button>
    </form>
  )
}
