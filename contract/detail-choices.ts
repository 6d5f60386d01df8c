import type { ReadingDirection } from './aspect-ratios.ts'
import type { Length } from './filters.ts'
import type { Kind } from './kinds.ts'

/** Choices for a zine's optional details and for filters, with their labels. */

export const kindNames: Record<Kind, string> = {
  perzine: 'Perzine',
  comic: 'Comic',
  fanzine: 'Fanzine',
  art: 'Art',
  poetry: 'Poetry',
  'how-to': 'How-to',
  politics: 'Politics',
  music: 'Music',
  photo: 'Photo',
  other: 'Something else',
}

export const readingDirectionNames: Record<ReadingDirection, string> = { ltr: 'Left to right', rtl: 'Right to left' }

export const lengthNames: Record<Length, string> = {
  'one-sheet': 'One sheet',
  'up-to-16': 'Up to 16 pages',
  'over-16': 'More than 16 pages',
}

/** Without a choice, all rights are reserved. */
export const rights = [
  ...(['reserved', 'cc-by', 'cc-by-sa', 'cc-by-nc', 'cc-by-nc-sa'] as const),
  ...(['cc-by-nd', 'cc-by-nc-nd', 'cc0', 'anti-copyright'] as const),
] as const
export type Rights = (typeof rights)[number]

export const rightsNames: Record<Rights, string> = {
  reserved: 'All rights reserved',
  'cc-by': 'CC BY 4.0',
  'cc-by-sa': 'CC BY-SA 4.0',
  'cc-by-nc': 'CC BY-NC 4.0',
  'cc-by-nc-sa': 'CC BY-NC-SA 4.0',
  'cc-by-nd': 'CC BY-ND 4.0',
  'cc-by-nc-nd': 'CC BY-NC-ND 4.0',
  cc0: 'CC0: no rights reserved',
  'anti-copyright': 'Anti-copyright: copy freely',
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

export const aiShareNames: Record<AiShare, string> = {
  none: 'Made without AI',
  'in-part': 'Made with AI in part',
  mostly: 'Made mostly with AI',
}

export const sizes = ['mini', 'quarter', 'half', 'full'] as const
export type Size = (typeof sizes)[number]

export const sizeNames: Record<Size, string> = {
  mini: 'Mini',
  quarter: 'Quarter size',
  half: 'Half size',
  full: 'Full size',
}

export const bindings = ['folded', 'stapled', 'sewn', 'glued'] as const
export type Binding = (typeof bindings)[number]

export const bindingNames: Record<Binding, string> = {
  folded: 'folded',
  stapled: 'stapled',
  sewn: 'sewn',
  glued: 'glued',
}

/** How a member wants content notes handled: ask, always show, or never list. */
export const contentNoteChoices = ['ask', 'always', 'never'] as const
export type ContentNoteChoice = (typeof contentNoteChoices)[number]
