import { isTime, keptKeys, readKept } from '#web/browser/local-storage.ts'
import type { KeptDraft } from '#web/editor/model/editor-state.ts'
import { KeptDrafts } from '#web/editor/session/kept-drafts.ts'
import { blankLayout, type Layout } from '../table/layout.ts'
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
    .filter((kept): kept is KeptDraft<LayoutText> => isKeptLayout(kept.draft))
    .sort((a, b) => b.draft.at - a.draft.at)
}

function isKeptLayout(kept: unknown): kept is KeptLayout {
  if (!isLayout(kept)) return false
  const { placed, version, sent, at } = kept as Partial<KeptLayout>
  return isObject(placed) && typeof version === 'number' && isTime(at) && Array.isArray(sent)
}

export function isLayout(value: unknown): value is Layout {
  return (
    isObject(value) &&
    Object.entries(blankLayout).every(([key, blank]) => typeof value[key] === typeof blank) &&
    value.details !== null &&
    Array.isArray(value.pages) &&
    value.pages.every(isPage)
  )
}

const isPage = (page: unknown) =>
  isObject(page) && ['url', ...pageWords].every((field) => typeof page[field] === 'string')

const layoutDefaults = { details: {}, contentNote: null }
const pageDefaults = { contentNote: '' }

/** Adds the fields that an older version did not store. The caller validates the rest. */
export function layDefaults(kept: unknown): unknown {
  if (!isObject(kept)) return kept
  const { pages } = kept
  return { ...layoutDefaults, ...kept, pages: Array.isArray(pages) ? pages.map(layUnderPage) : pages }
}

const layUnderPage = (page: unknown): unknown => (isObject(page) ? { ...pageDefaults, ...page } : page)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
