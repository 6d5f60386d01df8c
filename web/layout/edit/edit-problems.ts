import { ph, t } from '@lingui/core/macro'
import { isBlank } from '#contract/visible-text.ts'
import { isUnconfirmed } from '#web/accounts/send-new-link.tsx'
import { ApiError } from '#web/api/call.ts'
import type { ZineContent } from '../table/content.ts'
import type { LayoutProblems } from '../table/use-stage.ts'

/** Error messages by field. `general` belongs to no field. `mustConfirm`: the email address is unconfirmed. */
export type EditProblems = LayoutProblems & { note?: string; general?: string; mustConfirm?: true }

export function findMissing({ title, pages }: ZineContent, uploadCount: number): EditProblems | undefined {
  if (isBlank(title)) return { title: t`A zine needs a title.` }
  if (uploadCount > 0) return { pages: t`Some images are still uploading. Wait for them or remove them.` }
  if (pages.length === 0) return { pages: t`A zine needs at least one image or a video.` }
}

export function toProblems(error: unknown): EditProblems {
  if (!(error instanceof ApiError) || !error.code) return { general: unreachableMessage() }
  const [issue] = error.issues
  const [field, pageIndex] = issue?.path.split('.') ?? []
  if (issue && field === 'title') return { title: issue.message }
  if (issue && field === 'printingNote') return { note: issue.message }
  if (issue && field === 'pages')
    return {
      pages: pageIndex
        ? t`Page ${ph({ number: Number(pageIndex) + 1 })}: ${ph({ problem: issue.message })}`
        : issue.message,
    }
  if (isUnconfirmed(error)) return { general: error.userMessage, mustConfirm: true }
  return pageErrorCodes.has(error.code) ? { pages: error.userMessage } : { general: error.userMessage }
}

const unreachableMessage = () => t`Your changes could not be saved. Check your connection, then try again.`
const pageErrorCodes = new Set<string>(['media_refused', 'media_not_yours', 'media_already_published', 'quota_reached'])
