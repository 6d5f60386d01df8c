import { i18n } from '@lingui/core'
import { ph, t } from '@lingui/core/macro'
import { type KeyboardEvent, useState } from 'react'
import type { DraftDetails } from '#contract/details.ts'
import * as limits from '#contract/limits.ts'
import { parseWebAddress } from '#contract/web-address.ts'

export function getYearProblem({ year }: DraftDetails) {
  if (year === undefined) return undefined
  if (year < limits.oldestYear) return t`The year must be ${ph({ oldestYear: limits.oldestYear })} or later.`
  return year > new Date().getUTCFullYear() + 1 ? t`The year cannot be in the future.` : undefined
}

export function getPaperUrlProblem({ paper }: DraftDetails) {
  const address = paper?.url?.trim()
  const result = address ? parseWebAddress(address, { mustBeHttps: true }) : undefined
  return typeof result === 'object' ? i18n._(result.problem) : undefined
}

export const hasDetailProblem = (details: DraftDetails) =>
  getYearProblem(details) !== undefined || getPaperUrlProblem(details) !== undefined

/** Opens the section around the first invalid detail and focuses it. Returns whether there is one. */
export function focusFirstInvalid(section: ParentNode) {
  const field = section.querySelector<HTMLElement>('details [aria-invalid="true"]')
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
  return field !== null
}

/** Delays validation while the user types in the field. */
export function useTyping() {
  const [isTyping, setTyping] = useState(false)
  const typingHandlers = {
    onInput: () => setTyping(true),
    onBlur: () => setTyping(false),
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && setTyping(false),
  }
  return { isTyping, typingHandlers }
}
