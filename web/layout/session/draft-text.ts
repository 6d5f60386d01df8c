import { ph, t } from '@lingui/core/macro'
import type { DraftContent, DraftPage } from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import { isBlank } from '#contract/visible-text.ts'
import { detailsText } from '#web/details/zine-metadata.ts'
import type { Draft } from '#web/session/session-state.ts'
import type { Saved, TextRules } from '#web/session/text-rules.ts'
import { difference } from '#web/session/text-rules.ts'
import type { Edit } from '#web/session/undo-history.ts'
import { withAspectRatio, type ZineContent } from '../table/content.ts'

export type DraftText = DraftContent
export type StoredDraftText = Draft<DraftText>

export const pageTextFields = ['altText', 'transcript', 'contentNote'] as const
type PageTextField = (typeof pageTextFields)[number]

const fields = [
  'title',
  'description',
  'aspectRatio',
  'paper',
  'readingDirection',
  'mayPrint',
  'details',
  'contentNote',
  'pages',
  'placed',
] as const

const maxImmediateLength = 50_000

export const draftRules: TextRules<DraftText> = {
  savesAutomatically: true,
  storesBase: false,
  fields,
  fieldText: (content, field) => (field === 'pages' ? serialisePages(content.pages) : serialise(content[field])),
  typedText: (content, target) => textAt(content, target) ?? '',
  // Undoing `placed` would insert a PDF's pages again.
  fieldsWithoutUndo: ['placed'],
  isTitleMissing: () => false,
  isTooLong: ({ pages }) => pages.length > limits.longZinePagesMax,
  isLong: (content) => content.description.length + serialisePages(content.pages).length > maxImmediateLength,
  outgoing: (content) => content,
  derivedFields: ['aspectRatio'],
  withDerived: withAspectRatio,
  caretAfter: () => undefined,
}

/** The database stores keys in an order of its own, and no undefined values. */
export const serialise = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value, sortKeys) : String(value)

const sortKeys = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
    : value

const serialisedPages = new WeakMap<readonly DraftPage[], string>()

function serialisePages(pages: readonly DraftPage[]) {
  const serialised = serialisedPages.get(pages) ?? JSON.stringify(pages.map(pickSentFields))
  serialisedPages.set(pages, serialised)
  return serialised
}

const pickSentFields = ({ id, url, altText, transcript, contentNote, captions, isFromDocument, recipe }: DraftPage) => [
  id,
  url,
  altText,
  transcript,
  contentNote,
  captions.map(serialise),
  isFromDocument,
  recipe && serialise(recipe),
]

/** The undo place of a page's text field, such as `3/altText`. */
const pageTextTarget = /^(\d+)\/(altText|transcript|contentNote)$/

function textAt(content: ZineContent, target: string) {
  if (target === 'title' || target === 'description') return content[target]
  const [, page, field] = pageTextTarget.exec(target) ?? []
  return content.pages[Number(page)]?.[field as PageTextField]
}

/** An edit for undo: typing joins into one step, any other change is a step of its own. */
export function toEdit<Text extends ZineContent>(before: Text, text: Text, at: number): Edit<Text> {
  const target = targetOf(before, text)
  const [oldText, newText] = [textAt(before, target), textAt(text, target)]
  if (oldText === undefined || newText === undefined) return { text, target, kind: 'replace', caret: 0, at }
  const { prefix: start, suffix } = difference(oldText, newText)
  const caret = newText.length - suffix
  const [removedLength, addedLength] = [oldText.length - suffix - start, caret - start]
  const kind =
    removedLength === 0 && addedLength === 1 ? 'type' : addedLength === 0 && removedLength === 1 ? 'delete' : 'replace'
  return { text, target, kind, caret, at }
}

function targetOf(before: Partial<DraftText> & ZineContent, text: Partial<DraftText> & ZineContent) {
  const [field, otherField] = fields.filter((fieldName) => before[fieldName] !== text[fieldName])
  if (!field || otherField || field !== 'pages') return field ?? 'pages'
  const changed = text.pages.flatMap((page, index) => (page === before.pages[index] ? [] : [index]))
  const [changedIndex = 0] = changed
  const [oldPage, newPage] = [before.pages[changedIndex], text.pages[changedIndex]]
  if (
    changed.length !== 1 ||
    oldPage?.id !== newPage?.id ||
    oldPage?.url !== newPage?.url ||
    before.pages.length !== text.pages.length
  )
    return 'pages'
  return `${changedIndex}/${pageTextFields.find((textField) => oldPage?.[textField] !== newPage?.[textField]) ?? 'transcript'}`
}

export const savedDraftText = (draft: { content: DraftContent; version: number }): Saved<DraftText> => ({
  ...draft.content,
  version: draft.version,
})

export const formatContent = ({ title, description, details, contentNote, pages }: ZineContent) =>
  [
    title,
    description,
    detailsText(details),
    contentNote?.text ?? '',
    ...pages.map(({ altText, transcript, contentNote: note }, pageIndex) =>
      formatPageText(pageIndex, altText, transcript, note),
    ),
  ]
    .filter((part) => !isBlank(part))
    .join('\n\n')

function formatPageText(pageIndex: number, ...texts: string[]) {
  const filled = texts.filter((text) => !isBlank(text))
  return filled.length > 0 ? [t`Page ${ph({ number: pageIndex + 1 })}`, ...filled].join('\n') : ''
}
