import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Viewer } from '#contract/accounts.ts'
import type * as contract from '#contract/content-notes.ts'
import { type NoteChoice, noteChoices } from '#contract/detail-choices.ts'
import { call, sentenceOf } from '#web/api/call.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { Setting } from './setting.tsx'

const chooseContentNotes = call<typeof contract.chooseContentNotes>('PUT', '/api/users/:id/content-notes')

const words: Record<NoteChoice, string> = {
  ask: 'Ask me before showing what they cover',
  always: 'Always show it',
  never: 'Never list such zines',
}

/** What a member wants of zines whose makers put a note on them. Kept at once. */
export function ContentNotesCard({ viewer }: { viewer: Viewer }) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<NoteChoice>()
  const { write } = useWrite({
    mutationFn: (choice: NoteChoice) => chooseContentNotes({ params: { id: viewer.id }, body: { choice } }),
    thing: (choice) => choice,
    onSuccess: () => refreshLists(queries),
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'Could not keep your choice'),
        variant: 'destructive',
      }),
  })
  const choose = async (choice: NoteChoice) => {
    setChosen(choice)
    await write(choice)
    setChosen((last) => (last === choice ? undefined : last))
  }
  return (
    <Setting
      title="Content Notes"
      hint="Some makers tell you what is in a zine before you open it, and may cover its pages until you agree."
    >
      <RadioGroup
        legend="Zines with a content note"
        values={noteChoices}
        value={chosen ?? viewer.contentNotes ?? 'ask'}
        onChoose={(choice) => void choose(choice)}
        label={(choice) => words[choice]}
        hint="Your own zines are always listed and shown. Whoever never lists them can still open one by its address."
      />
    </Setting>
  )
}
