import type { Kind } from './kinds.ts'

/** What a zine can say of itself out of a list of answers, as it is kept and as people read it. Nothing here is a must. */

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

/** All rights reserved is what holds where nothing is said. */
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

/** Where a licence is read; null where there is no text of one. */
export function licenceAddress(held: Rights) {
  if (held === 'reserved' || held === 'anti-copyright') return null
  if (held === 'cc0') return 'https://creativecommons.org/publicdomain/zero/1.0/'
  return `https://creativecommons.org/licenses/${held.slice('cc-'.length)}/4.0/`
}

/** Whether somebody else may copy it as it is, at least without selling it. */
export const permitsCopying = (held: Rights | undefined) => held !== undefined && held !== 'reserved'

/** How much of it was made with AI, in its maker's own words; nothing is detected. */
export const shares = ['none', 'in-part', 'mostly'] as const
export type Share = (typeof shares)[number]

export const shareNames: Record<Share, string> = {
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

/** What a member wants of zines with a content note: to be asked, to see them, or to have them in no list. */
export const noteChoices = ['ask', 'always', 'never'] as const
export type NoteChoice = (typeof noteChoices)[number]
