import { isTime, keptKeys, readKept } from '#web/browser/local-storage.ts'
import type { KeptDraft } from '#web/editor/model/editor-state.ts'
import { KeptDrafts } from '#web/editor/session/kept-drafts.ts'
import { type KeptLayout, type LayoutText, pageWords } from './layout-text.ts'

const memberPrefix = (userId: string) => `foldout:${userId}:layout:`
const layoutPrefix = (userId: string, draftId: string) => `${memberPrefix(userId)}${draftId}:`

export const keptLayouts = (userId: string, draftId: string) =>
  new KeptDrafts(userId, layoutPrefix(userId, draftId), layoutsIn)

export const layoutsOfMember = (userId: string) =>
  layoutsIn(memberPrefix(userId)).map((kept) => ({ ...kept, id: kept.key.split(':')[3] ?? '' }))

function layoutsIn(prefix: string): KeptDraft<LayoutText>[] {
  return keptKeys(prefix)
    .map((key) => ({ key, draft: layDefaults(readKept(key)) }))
    .filter((kept): kept is KeptDraft<LayoutText> => isLayout(kept.draft))
    .sort((a, b) => b.draft.at - a.draft.at)
}

function isLayout(kept: unknown): kept is KeptLayout {
  if (typeof kept !== 'object' || kept === null) return false
  const { title, description, details, contentNote, pages, placed, version, sent, at } = kept as Record<
    string,
    unknown
  >
  return (
    typeof title === 'string' &&
    typeof description === 'string' &&
    isObject(details) &&
    typeof contentNote === 'object' &&
    isObject(placed) &&
    typeof version === 'number' &&
    isTime(at) &&
    Array.isArray(sent) &&
    Array.isArray(pages) &&
    pages.every(isPage)
  )
}

const isPage = (page: unknown) =>
  isObject(page) && ['url', ...pageWords].every((field) => typeof Reflect.get(page, field) === 'string')

/** What an earlier Foldout did not ask for: with nothing said, a layout that it kept is whole. */
const layoutDefaults = { details: {}, contentNote: null }
const pageDefaults = { contentNote: '' }

/** A layout as this browser has kept it, with what it may lack laid under it. Whoever reads it checks the rest. */
export function layDefaults(kept: unknown): unknown {
  if (!isObject(kept)) return kept
  const { pages } = kept
  return { ...layoutDefaults, ...kept, pages: Array.isArray(pages) ? pages.map(layUnderPage) : pages }
}

const layUnderPage = (page: unknown): unknown => (isObject(page) ? { ...pageDefaults, ...page } : page)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
