import { isUnconfirmed } from '#web/accounts/confirm-first.tsx'
import { ApiError } from '#web/api/call.ts'
import type { Layout } from '../table/layout.ts'
import type { LayoutProblems } from '../table/layout-props.ts'

/** Why a change was not saved, each sentence at its field; `other` belongs to none. `mustConfirm`: the address first. */
export type EditProblems = LayoutProblems & { note?: string; other?: string; mustConfirm?: true }

/** What is known before anything is sent; undefined when it can be. */
export function lacking({ title, pages }: Layout, onTheirWay: number): EditProblems | undefined {
  if (title.trim() === '') return { title: 'A zine needs a title.' }
  if (onTheirWay > 0)
    return { pages: 'Some pictures are still on their way. Wait for them, or take them out.' }
  if (pages.length === 0) return { pages: 'A zine needs at least one image or a video.' }
}

/** Of what the server refuses. */
export function problemsOf(error: unknown): EditProblems {
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
