import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { Project } from '#contract/projects.ts'
import { keep } from '#web/browser/local-storage.ts'
import { fakeServer, member, memberId, openSite } from '#web/site/site.testing.tsx'
import { readToast, type ToastWords } from '#web/ui/toasts/toast-store.ts'
import { Page } from './editor-page.tsx'
import { draftPrefix } from './session/kept-drafts.ts'

const projectId = '0199a0b2-0000-7000-8000-0000000000a1'
export const path = `/api/projects/${projectId}`
export const put = `PUT ${path}?brief=true`
export const drafts = draftPrefix(memberId, projectId)
export const example: Project = {
  id: projectId,
  userId: memberId,
  title: 'Eleven Moths',
  notes: 'Page 1.',
  version: 3,
  totalMinutes: 0,
  completedAt: null,
  zineId: null,
  createdAt: '2026-11-01T20:00:00Z',
  updatedAt: '2026-11-20T20:00:00Z',
}

/** A member's server with one project, on which every save of these tests that is not told otherwise is lost. */
export const fakeEditor = () =>
  fakeServer({
    '/api/auth/user': { user: member },
    [`GET ${path}`]: { project: example },
    [`${path}/versions`]: { versions: [] },
  })

/** What the server answers to a save: the project with the new text, without the notes. */
export function saved(title: string, version: number) {
  const { notes, ...project } = example
  return { project: { ...project, title, version } }
}

export const changedElsewhere = (notes: string, version: number) =>
  Response.json(
    {
      error: 'Changed elsewhere.',
      code: 'changed_elsewhere',
      requestId: 'r',
      project: { ...example, notes, version },
    },
    { status: 409 },
  )

export async function openEditor({ isNewcomer = false } = {}) {
  if (!isNewcomer) keep(`foldout:${memberId}:seen:editor`, true)
  await openSite({
    at: `/project/${projectId}/edit`,
    routes: [{ path: '/project/:id/edit', Component: Page }],
  })
}

/** An editor that is left still keeps and sends what it has: the next test begins after that, with nothing kept. */
export async function leaveEditor() {
  vi.restoreAllMocks()
  await cleanup()
  await new Promise((done) => setTimeout(done, 50))
  localStorage.clear()
}

export const notes = page.getByLabelText('Notes')
export const title = page.getByLabelText('Title')
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const stateIs = (word: string) =>
  expect.poll(() => document.querySelector('.editor-bar-state')?.textContent).toMatch(new RegExp(`^${word}`))
export const said = (words: ToastWords) => expect.poll(readToast).toMatchObject({ ...words, open: true })

/** Types at the end of the notes, as the browser does it. */
export async function type(text: string) {
  await expect.element(notes).toBeVisible()
  const field = notes.element() as HTMLTextAreaElement
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
  document.execCommand('insertText', false, text)
  await expect.element(notes).toHaveFocus()
}
