import { formerPageId } from '#contract/drafts.ts'
import { memberSubkey } from '#web/browser/storage-keys.ts'
import { isDraftOfText, listDraftsOfMember, StoredDrafts } from '#web/session/stored-drafts.ts'
import { blankContent, type ZineContent } from '../table/content.ts'
import { pageTextFields, type StoredDraftText } from './draft-text.ts'

export const createLayoutDrafts = (userId: string, draftId: string) =>
  new StoredDrafts(userId, memberSubkey(userId, 'layout', draftId, ''), parseStoredDraftText)

export const listMemberLayouts = (userId: string) =>
  listDraftsOfMember(memberSubkey(userId, 'layout', ''), parseStoredDraftText)

function parseStoredDraftText(stored: unknown): StoredDraftText | undefined {
  const draft = withContentDefaults(stored)
  if (!isContent(draft) || !isDraftOfText(draft)) return undefined
  const { placed } = draft as Partial<StoredDraftText>
  return isObject(placed) ? (draft as StoredDraftText) : undefined
}

export function isContent(value: unknown): value is ZineContent {
  return (
    isObject(value) &&
    Object.entries(blankContent).every(([key, defaultValue]) => typeof value[key] === typeof defaultValue) &&
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

const contentDefaults = { paper: 'pictures', details: {}, contentNote: null }
const pageDefaults = { contentNote: '', recipe: null, captions: [] }

/** Adds the fields that an older version did not store. The caller validates the rest. */
export function withContentDefaults(stored: unknown): unknown {
  if (!isObject(stored)) return stored
  const { pages } = stored
  return { ...contentDefaults, ...stored, pages: Array.isArray(pages) ? pages.map(withPageDefaults) : pages }
}

const withPageDefaults = (page: unknown, index: number): unknown =>
  isObject(page) ? { id: formerPageId(index), ...pageDefaults, ...page } : page

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
