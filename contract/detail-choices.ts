import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { ReadingDirection } from './aspect-ratios.ts'
import type { Length } from './filters.ts'
import type { Kind } from './kinds.ts'

/** Choices for a zine's optional details and for filters, with their labels. */

export const kindNames: Record<Kind, MessageDescriptor> = {
  perzine: msg`Perzine`,
  comic: msg`Comic`,
  fanzine: msg`Fanzine`,
  art: msg`Art`,
  poetry: msg`Poetry`,
  'how-to': msg`How-to`,
  politics: msg`Politics`,
  music: msg`Music`,
  photo: msg`Photo`,
  other: msg`Something else`,
}

export const readingDirectionNames: Record<ReadingDirection, MessageDescriptor> = {
  ltr: msg`Left to right`,
  rtl: msg`Right to left`,
}

export const lengthNames: Record<Length, MessageDescriptor> = {
  'one-sheet': msg`One sheet`,
  'up-to-16': msg`Up to 16 pages`,
  'over-16': msg`More than 16 pages`,
}

/** Without a choice, all rights are reserved. */
export const rights = [
  ...(['reserved', 'cc-by', 'cc-by-sa', 'cc-by-nc', 'cc-by-nc-sa'] as const),
  ...(['cc-by-nd', 'cc-by-nc-nd', 'cc0', 'anti-copyright'] as const),
] as const
export type Rights = (typeof rights)[number]

export const rightsNames: Record<Rights, MessageDescriptor> = {
  reserved: msg`All rights reserved`,
  'cc-by': msg`CC BY 4.0`,
  'cc-by-sa': msg`CC BY-SA 4.0`,
  'cc-by-nc': msg`CC BY-NC 4.0`,
  'cc-by-nc-sa': msg`CC BY-NC-SA 4.0`,
  'cc-by-nd': msg`CC BY-ND 4.0`,
  'cc-by-nc-nd': msg`CC BY-NC-ND 4.0`,
  cc0: msg`CC0: no rights reserved`,
  'anti-copyright': msg`Anti-copyright: copy freely`,
}

/** The URL of the licence; null for rights without a licence text. */
export function licenceUrl(licence: Rights) {
  if (licence === 'reserved' || licence === 'anti-copyright') return null
  if (licence === 'cc0') return 'https://creativecommons.org/publicdomain/zero/1.0/'
  return `https://creativecommons.org/licenses/${licence.slice('cc-'.length)}/4.0/`
}

/** Whether others may at least copy the zine unchanged and non-commercially. */
export const permitsCopying = (licence: Rights | undefined) => licence !== undefined && licence !== 'reserved'

/** How much was made with AI, as declared by the creator. The server detects nothing. */
export const aiShares = ['none', 'in-part', 'mostly'] as const
export type AiShare = (typeof aiShares)[number]

export const aiShareNames: Record<AiShare, MessageDescriptor> = {
  none: msg`Made without AI`,
  'in-part': msg`Made with AI in part`,
  mostly: msg`Made mostly with AI`,
}

export const sizes = ['mini', 'quarter', 'half', 'full'] as const
export type Size = (typeof sizes)[number]

export const sizeNames: Record<Size, MessageDescriptor> = {
  mini: msg`Mini`,
  quarter: msg`Quarter size`,
  half: msg`Half size`,
  full: msg`Full size`,
}

export const bindings = ['folded', 'stapled', 'sewn', 'glued'] as const
export type Binding = (typeof bindings)[number]

export const bindingNames: Record<Binding, MessageDescriptor> = {
  folded: msg`folded`,
  stapled: msg`stapled`,
  sewn: msg`sewn`,
  glued: msg`glued`,
}

/** How a member wants content notes handled: ask, always show, or never list. */
export const contentNoteChoices = ['ask', 'always', 'never'] as const
export type ContentNoteChoice = (typeof contentNoteChoices)[number]
