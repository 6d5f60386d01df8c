import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import type { OpenZine } from '#contract/zines.ts'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { showZine } from '#web/zines/show-zine.ts'
import { type EditProblems, lacking, problemsOf } from './edit-problems.ts'
import { forgetEdit } from './kept-edit.ts'
import { sendEdit } from './send-edit.ts'
import type { ZineEdit } from './zine-edit.ts'

type Which = { zineId: string; userId: string; onConflict: (theirs: OpenZine) => void }

/** Saves a change of a zine, shows it wherever the zine is, and goes back to it. */
export function useSaveZine({ onConflict, ...which }: Which) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<EditProblems>({})
  const isSaved = useRef(false)
  const { write, isPending } = useWrite({
    mutationFn: (edit: ZineEdit) => sendEdit(which, edit),
    onSuccess: async ({ is, zine }) => {
      if (is === 'changed') return onConflict(zine)
      isSaved.current = true
      forgetEdit(which.userId, which.zineId)
      void showZine(queries, zine)
      showToast({ title: 'Success', description: 'Zine updated successfully' })
      await navigate(`/zine/${zine.id}`, { replace: true })
    },
    onError: (error) => {
      say(problemsOf(error))
      askInAgain(error)
    },
  })
  /** A field that is wrong is marked, and gets the focus. */
  function say(next: EditProblems) {
    flushSync(() => setProblems(next))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const save = (edit: ZineEdit, onTheirWay: number) => {
    const lacks = lacking(edit.layout, onTheirWay)
    say(lacks ?? {})
    if (!lacks) void write(edit)
  }
  return { form, save, isSaving: isPending, problems, say, isSaved }
}
