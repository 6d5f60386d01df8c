import type { DraftContent, DraftPage } from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import { detailWords } from '#web/details/said.ts'
import type { Draft } from '#web/editor/model/editor-state.ts'
import { difference } from '#web/editor/model/project-text.ts'
import type { Saved, TextRules } from '#web/editor/model/text-rules.ts'
import type { Edit } from '#web/editor/model/undo-history.ts'

export type LayoutText = DraftContent
export type KeptLayout = Draft<LayoutText>

export const pageWords = ['altText', 'transcript', 'contentNote'] as const
type Words = (typeof pageWords)[number]

const fields = [
  'title',
  'description',
  'aspectRatio',
  'readingDirection',
  'mayPrint',
  'details',
  'contentNote',
  'pages',
  'placed',
] as const

const keptAtOnce = 50_000

export const layoutRules: TextRules<LayoutText> = {
  fields,
  lettersOf: (layout, field) => (field === 'pages' ? lettersOfPages(layout.pages) : asLetters(layout[field])),
  typedIn: (layout, place) => typedWords(layout, place) ?? '',
  // Undoing `placed` would insert a PDF's pages again.
  notUndone: ['placed'],
  lacksTitle: () => false,
  isTooLong: ({ pages }) => pages.length > limits.longZinePagesMost,
  isLong: (layout) => layout.description.length + lettersOfPages(layout.pages).length > keptAtOnce,
  outgoing: (layout) => layout,
  saveOf: (layout, version) => ({ ...layout, version }),
  caretAfter: () => undefined,
}

export const asLetters = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
    : String(value)

const known = new WeakMap<readonly DraftPage[], string>()

function lettersOfPages(pages: readonly DraftPage[]) {
  const letters = known.get(pages) ?? JSON.stringify(pages.map(sentPage))
  known.set(pages, letters)
  return letters
}

const sentPage = ({ url, altText, transcript, contentNote, isFromDocument }: DraftPage) => [
  ...[url, altText, transcript, contentNote, isFromDocument],
]

/** The undo place of a page's text field, such as `3/altText`. */
const wordsAt = /^(\d+)\/(altText|transcript|contentNote)$/

function typedWords(layout: LayoutText, place: string) {
  if (place === 'title' || place === 'description') return layout[place]
  const [, page, words] = wordsAt.exec(place) ?? []
  return layout.pages[Number(page)]?.[words as Words]
}

/** An edit for undo: typing joins into one step, any other change is a step of its own. */
export function editOf(before: LayoutText, text: LayoutText, at: number): Edit<LayoutText> {
  const place = placeOf(before, text)
  const [was, is] = [typedWords(before, place), typedWords(text, place)]
  if (was === undefined || is === undefined) return { text, place, kind: 'replace', caret: 0, at }
  const { before: start, after } = difference(was, is)
  const caret = is.length - after
  const [gone, come] = [was.length - after - start, caret - start]
  const kind = gone === 0 && come === 1 ? 'type' : come === 0 && gone === 1 ? 'delete' : 'replace'
  return { text, place, kind, caret, at }
}

function placeOf(before: LayoutText, text: LayoutText) {
  const [field, another] = fields.filter((each) => before[each] !== text[each])
  if (!field || another || field !== 'pages') return field ?? 'pages'
  const changed = text.pages.flatMap((page, index) => (page === before.pages[index] ? [] : [index]))
  const [only = 0] = changed
  const [was, is] = [before.pages[only], text.pages[only]]
  if (changed.length !== 1 || was?.url !== is?.url || before.pages.length !== text.pages.length)
    return 'pages'
  return `${only}/${pageWords.find((words) => was?.[words] !== is?.[words]) ?? 'transcript'}`
}

export const savedLayout = (draft: { content: DraftContent; version: number }): Saved<LayoutText> => ({
  ...draft.content,
  version: draft.version,
})

export const wordsOf = ({ title, description, details, contentNote, pages }: LayoutText) =>
  [
    title,
    description,
    detailWords(details),
    contentNote?.text ?? '',
    ...pages.map(({ altText, transcript, contentNote: note }, place) =>
      wordsOfPage(place, altText, transcript, note),
    ),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n')

function wordsOfPage(place: number, ...words: string[]) {
  const said = words.filter((each) => each.trim() !== '')
  return said.length > 0 ? [`Page ${place + 1}`, ...said].join('\n') : ''
}
