import { type KeyboardEvent, useState } from 'react'
import type { DraftDetails } from '#contract/details.ts'
import * as limits from '#contract/limits.ts'
import { webAddress } from '#contract/web-address.ts'

export function refusedYear({ year }: DraftDetails) {
  if (year === undefined) return undefined
  if (year < limits.oldestYear) return `The year must be ${limits.oldestYear} or later.`
  return year > new Date().getUTCFullYear() + 1 ? 'The year cannot be in the future.' : undefined
}

export function refusedAddress({ paper }: DraftDetails) {
  const address = paper?.url?.trim()
  const read = address ? webAddress(address, { mustBeHttps: true }) : undefined
  return typeof read === 'object' ? read.problem : undefined
}

export const isAnyRefused = (details: DraftDetails) =>
  refusedYear(details) !== undefined || refusedAddress(details) !== undefined

/** Opens the section around the first invalid detail and focuses it. Returns whether there is one. */
export function leadToRefused(part: ParentNode) {
  const field = part.querySelector<HTMLElement>('details [aria-invalid="true"]')
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
  return field !== null
}

/** Delays validation while the user types in the field. */
export function useTyping() {
  const [isTyping, setTyping] = useState(false)
  const tells = {
    onInput: () => setTyping(true),
    onBlur: () => setTyping(false),
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && setTyping(false),
  }
  return { isTyping, tells }
}
