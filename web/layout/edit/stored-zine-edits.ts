import { listStoredKeys, persist, readStored, removeStored } from '#web/browser/local-storage.ts'
import { newId } from '#web/browser/new-id.ts'
import { memberSubkey } from '#web/browser/storage-keys.ts'
import type { Draft } from '#web/session/session-state.ts'
import { isDraftOfText, StoredDrafts } from '#web/session/stored-drafts.ts'
import { isContent, withContentDefaults } from '../session/stored-layouts.ts'
import type { ZineContent } from '../table/content.ts'
import type { ZineText } from './zine-text.ts'

export const zineEditPrefix = (userId: string, zineId: string) => memberSubkey(userId, 'zine-edit', zineId, '')

export const listStoredEdits = (userId: string) => listStoredKeys(memberSubkey(userId, 'zine-edit', ''))

export function openZineEdits(userId: string, zineId: string) {
  adoptFormerEdit(userId, zineId)
  return new StoredDrafts<ZineText>(userId, zineEditPrefix(userId, zineId), parseZineEdit)
}

function parseZineEdit(stored: unknown): Draft<ZineText> | undefined {
  const edit = withContentDefaults(stored)
  if (!isContent(edit) || !isDraftOfText(edit)) return undefined
  const { note, base } = edit as Partial<Draft<ZineText>>
  const baseContent = withContentDefaults(base)
  if (typeof note !== 'string' || !isContent(baseContent)) return undefined
  return { ...edit, note, base: { ...baseContent, note: '' } }
}

type FormerEdit = { base: { version: number; layout: ZineContent }; layout: ZineContent; note: string }

/** Release 1.0 stored one edit per zine, with its layouts inside. */
function adoptFormerEdit(userId: string, zineId: string) {
  const formerKey = memberSubkey(userId, 'zine-edit', zineId)
  const stored = readStored(formerKey) as Partial<FormerEdit> | undefined
  if (!stored) return
  const { base, layout, note } = stored
  const draft = parseZineEdit({ ...layout, note, version: base?.version, base: base?.layout, sent: [], at: 0 })
  if (!draft || persist(`${zineEditPrefix(userId, zineId)}${newId()}`, draft)) removeStored(formerKey)
}
