import type { z } from 'zod'
import type * as contract from '#contract/publishing.ts'
import { isBlank, trimText } from '#contract/visible-text.ts'
import type { FullZine } from '#contract/zines.ts'
import type { Saved, TextRules } from '#web/session/text-rules.ts'
import { draftRules, serialise } from '../session/draft-text.ts'
import { withAspectRatio, type ZineContent } from '../table/content.ts'

/** `note` tells readers what changed in a new printing. */
export type ZineText = ZineContent & { note: string }

export type ZineUpdate = z.input<NonNullable<typeof contract.updateZine.body>>

export const textOfZine = (zine: FullZine): Saved<ZineText> => ({
  title: zine.title,
  description: zine.description ?? '',
  aspectRatio: zine.aspectRatio,
  paper: zine.paper,
  readingDirection: zine.readingDirection,
  mayPrint: zine.mayPrint,
  details: zine.details,
  contentNote: zine.contentNote,
  pages: zine.pages.map(({ id, url, altText, transcript, contentNote, captions = [], recipe, ...picture }) => ({
    id,
    url,
    altText,
    transcript,
    contentNote,
    captions,
    recipe,
    width: picture.width,
    height: picture.height,
    placeholder: picture.placeholder,
    isFromDocument: false,
  })),
  note: '',
  version: zine.version,
})

const sentFields = [
  'title',
  'description',
  'paper',
  'readingDirection',
  'mayPrint',
  'details',
  'contentNote',
  'pages',
] as const
type SentField = (typeof sentFields)[number]

export const zineRules: TextRules<ZineText> = {
  savesAutomatically: false,
  storesBase: true,
  fields: [...sentFields, 'aspectRatio', 'note'],
  fieldText: storedText,
  typedText: (text, target) => draftRules.typedText({ ...text, placed: {} }, target),
  fieldsWithoutUndo: [],
  isTitleMissing: ({ title }) => isBlank(title),
  isTooLong: () => false,
  isLong: (text) => draftRules.isLong({ ...text, placed: {} }),
  outgoing: (text) => text,
  derivedFields: ['aspectRatio'],
  withDerived: withAspectRatio,
  caretAfter: () => undefined,
}

/** The text of a field as the server stores it, trimmed. A note alone changes nothing. */
function storedText(text: ZineText, field: keyof ZineText) {
  if (field === 'note') return ''
  if (field === 'pages')
    return JSON.stringify(
      text.pages.map((page) => ({
        ...toSentPage(page),
        captions: page.captions.map(serialise),
        recipe: page.recipe && serialise(page.recipe),
      })),
    )
  const value = text[field]
  return typeof value === 'string' ? trimText(value) : serialise(value)
}

const toSentPage = ({ id, url, altText, transcript, contentNote, captions, recipe }: ZineContent['pages'][number]) => ({
  id,
  url,
  captions,
  recipe,
  altText: trimText(altText),
  transcript: trimText(transcript),
  contentNote: trimText(contentNote),
})

export const arePicturesChanged = (base: ZineContent, text: ZineContent) => pictureKey(base) !== pictureKey(text)

const pictureKey = ({ pages }: ZineContent) =>
  pages
    .map(({ url }) => url)
    .sort()
    .join(' ')

/** Only what has changed, so that fields from before a stricter rule stay valid. */
export function toUpdate(text: ZineText, base: Saved<ZineText>): ZineUpdate {
  const values = { ...text, title: trimText(text.title), description: trimText(text.description) || null }
  const changed = sentFields
    .filter((field) => storedText(text, field) !== storedText(base, field))
    .map((field: SentField) => [field, field === 'pages' ? text.pages.map(toSentPage) : values[field]])
  return {
    version: base.version,
    ...Object.fromEntries(changed),
    ...(text.aspectRatio !== base.aspectRatio && { aspectRatio: text.aspectRatio, paper: text.paper }),
    ...(arePicturesChanged(base, text) && !isBlank(text.note) && { printingNote: text.note.trim() }),
  }
}
