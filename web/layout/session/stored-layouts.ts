import { isTime, listStoredKeys, readStored } from '#web/browser/local-storage.ts'
import { memberSubkey } from '#web/browser/storage-keys.ts'
import type { StoredDraft } from '#web/editor/model/editor-state.ts'
import { StoredDrafts } from '#web/editor/session/stored-drafts.ts'
import { blankLayout, type Layout } from '../table/layout.ts'
import { type LayoutText, pageTextFields, type StoredLayout } from './layout-text.ts'

export const createLayoutDrafts = (userId: string, draftId: string) =>
  new StoredDrafts(userId, memberSubkey(userId, 'layout', draftId, ''), listStoredLayouts)

export const listMemberLayouts = (userId: string) =>
  listStoredLayouts(memberSubkey(userId, 'layout', '')).map((stored) => ({
    ...stored,
    id: stored.key.split(':')[3] ?? '',
  }))

function listStoredLayouts(prefix: string): StoredDraft<LayoutText>[] {
  return listStoredKeys(prefix)
    .map((key) => ({ key, draft: withLayoutDefaults(readStored(key)) }))
    .filter((stored): stored is StoredDraft<LayoutText> => isStoredLayout(stored.draft))
    .sort((a, b) => b.draft.at - a.draft.at)
}

function isStoredLayout(stored: unknown): stored is StoredLayout {
  if (!isLayout(stored)) return false
  const { placed, version, sent, at } = stored as Partial<StoredLayout>
  return isObject(placed) && typeof version === 'number' && isTime(at) && Array.isArray(sent)
}

export function isLayout(value: unknown): value is Layout {
  return (
    isObject(value) &&
    Object.entries(blankLayout).every(([key, defaultValue]) => typeof value[key] === typeof defaultValue) &&
    value.details !== null &&
    Array.isArray(value.pages) &&
    value.pages.every(isPage)
  )
}

const isPage = (page: unknown) =>
  isObject(page) &&
  ['url', ...pageTextFields].every((field) => typeof page[field] === 'string') &&
  (page.recipe === null || isObject(page.recipe)) &&
  Array.isArray(page.captions)

const layoutDefaults = { paper: 'pictures', details: {}, contentNote: null }
const pageDefaults = { contentNote: '', recipe: null, captions: [] }

/** Adds the fields that an older version did not store. The caller validates the rest. */
export function withLayoutDefaults(stored: unknown): unknown {
  if (!isObject(stored)) return stored
  const { pages } = stored
  return { ...layoutDefaults, ...stored, pages: Array.isArray(pages) ? pages.map(withPageDefaults) : pages }
}

const withPageDefaults = (page: unknown): unknown => (isObject(page) ? { ...pageDefaults, ...page } : page)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
