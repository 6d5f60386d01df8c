import { formerPageId } from '#contract/drafts.ts'
import { memberSubkey } from '#web/browser/storage-keys.ts'
import { isDraftOfText, listDraftsOfMember, StoredDrafts } from '#web/session/stored-drafts.ts'
import { blankLayout, type Layout } from '../table/layout.ts'
import { pageTextFields, type StoredLayout } from './layout-text.ts'

export const createLayoutDrafts = (userId: string, draftId: string) =>
  new StoredDrafts(userId, memberSubkey(userId, 'layout', draftId, ''), parseStoredLayout)

export const listMemberLayouts = (userId: string) =>
  listDraftsOfMember(memberSubkey(userId, 'layout', ''), parseStoredLayout)

function parseStoredLayout(stored: unknown): StoredLayout | undefined {
  const draft = withLayoutDefaults(stored)
  if (!isLayout(draft) || !isDraftOfText(draft)) return undefined
  const { placed } = draft as Partial<StoredLayout>
  return isObject(placed) ? (draft as StoredLayout) : undefined
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
  ['id', 'url', ...pageTextFields].every((field) => typeof page[field] === 'string') &&
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

const withPageDefaults = (page: unknown, index: number): unknown =>
  isObject(page) ? { id: formerPageId(index), ...pageDefaults, ...page } : page

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
