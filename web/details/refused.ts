import { type KeyboardEvent, useState } from 'react'
import type { DraftDetails } from '#contract/details.ts'
import * as limits from '#contract/limits.ts'
import { webAddress } from '#contract/web-address.ts'

export function refusedYear({ year }: DraftDetails) {
  if (year === undefined) return undefined
  if (year < limits.oldestYear) return `The year must be ${limits.oldestYear} or later.`
  return year > new Date().getUTCFullYear() + 1 ? 'The year cannot lie ahead.' : undefined
}

export function refusedAddress({ paper }: DraftDetails) {
  const address = paper?.url?.trim()
  const read = address ? webAddress(address, { mustBeHttps: true }) : undefined
  return typeof read === 'object' ? read.problem : undefined
}

export const isAnyRefused = (details: DraftDetails) =>
  refusedYear(details) !== undefined || refusedAddress(details) !== undefined

/** Opens what is folded around the first detail that is refused, and goes there; says whether there is one. */
export function leadToRefused(part: ParentNode) {
  const field = part.querySelector<HTMLElement>('details [aria-invalid="true"]')
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
  return field !== null
}

/** Whether somebody is writing in a field, so that of what is only begun nothing is said yet; and what the field has to tell. */
export function useTyping() {
  const [isTyping, setTyping] = useState(false)
  const tells = {
    onInput: () => setTyping(true),
    onBlur: () => setTyping(false),
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && setTyping(false),
  }
  return { isTyping, tells }
}
