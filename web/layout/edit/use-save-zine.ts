import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import type { OpenZine } from '#contract/zines.ts'
import { isUnconfirmed } from '#web/accounts/confirm-first.tsx'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { showZine } from '#web/zines/show-zine.ts'
import type { Layout } from '../table/layout.ts'
import type { LayoutProblems } from '../table/layout-props.ts'
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

/** Why a change was not saved, each sentence at its field; `other` belongs to none. `mustConfirm`: the address first. */
type EditProblems = LayoutProblems & { note?: string; other?: string; mustConfirm?: true }

/** What is known before anything is sent; undefined when it can be. */
function lacking({ title, pages }: Layout, onTheirWay: number): EditProblems | undefined {
  if (title.trim() === '') return { title: 'A zine needs a title.' }
  if (onTheirWay > 0)
    return { pages: 'Some pictures are still on their way. Wait for them, or take them out.' }
  if (pages.length === 0) return { pages: 'A zine needs at least one image or a video.' }
}

/** Of what the server refuses. */
function problemsOf(error: unknown): EditProblems {
  if (!(error instanceof ApiError) || !error.code) return { other: unreached }
  const [issue] = error.issues
  const [field, place] = issue?.path.split('.') ?? []
  if (issue && field === 'title') return { title: issue.message }
  if (issue && field === 'printingNote') return { note: issue.message }
  if (issue && field === 'pages')
    return { pages: place ? `Page ${Number(place) + 1}: ${issue.message}` : issue.message }
  if (isUnconfirmed(error)) return { other: error.sentence, mustConfirm: true }
  return aboutPages.has(error.code) ? { pages: error.sentence } : { other: error.sentence }
}

const unreached = 'Your changes could not be saved. Check the connection, then try again.'
const aboutPages = new Set<string>([
  'media_refused',
  'media_not_yours',
  'media_already_published',
  'quota_reached',
])
