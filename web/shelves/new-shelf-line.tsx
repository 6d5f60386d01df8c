import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import * as limits from '#contract/limits.ts'
import { oneLine } from '#contract/one-line.ts'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { newId } from '#web/browser/new-id.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import css from './put-on-shelf-dialog.module.css'
import { createShelf, putOnShelf, refreshShelves } from './shelf-calls.ts'

type NewShelfLineProps = { viewerId: string; zineId: string }

/** A shelf begun where it is missed, with the zine on it. It is private; the rest is said on its own page. */
export function NewShelfLine({ viewerId, zineId }: NewShelfLineProps) {
  const queries = useQueryClient()
  const [title, setTitle] = useState('')
  const [problem, setProblem] = useState<string>()
  // Kept until it is done: what failed half way goes on where it was.
  const [id, setId] = useState(newId)
  const { write, isPending } = useWrite({
    mutationFn: async () => {
      await createShelf({ body: { id, title, userId: viewerId } })
      await putOnShelf({ params: { id, zineId } })
    },
    onMutate: () => setProblem(undefined),
    onSuccess: () => {
      setTitle('')
      setId(newId())
      return refreshShelves(queries, viewerId)
    },
    onError: (error) => {
      setProblem(sentenceOf(error, 'The shelf could not be begun. Please try again.'))
      askInAgain(error)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (title.trim() !== '' && !isPending) void write()
  }
  return (
    <form className={css.new} noValidate onSubmit={submit}>
      <TextField
        label="New shelf"
        error={problem}
        maxLength={limits.shelfTitle}
        autoComplete="off"
        readOnly={isPending}
        value={title}
        onChange={({ target }) => setTitle(oneLine(target.value))}
      />
      <button
        type="submit"
        className={buttonClass({ look: 'second' })}
        disabled={title.trim() === ''}
        aria-disabled={isPending || undefined}
      >
        {isPending ? 'Saving...' : 'Begin and put on it'}
      </button>
    </form>
  )
}
