import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type I18n, type MessageDescriptor, setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import PO from 'pofile'
import { formatDate, formatTime } from '#contract/format-date.ts'
import { isSentence, sentenceOf } from '#contract/in-english.ts'
import { catalogueFolder } from './site-languages.ts'

const languages = new Map<string, I18n>()

/** The sentences of emails and errors. Read from the catalogue when a language is used for the first time. */
export function sentencesIn(language: string) {
  const i18n = languages.get(language) ?? open(language)
  languages.set(language, i18n)
  return i18n
}

function open(language: string) {
  const { items } = PO.parse(readFileSync(join(catalogueFolder, `${language}.po`), 'utf8'))
  const entries = items
    .filter(({ references, msgstr: [text] }) => text && references.some((path) => /^(server|contract)\//.test(path)))
    .map(({ msgid, msgctxt, msgstr: [text = ''] }) => [generateMessageId(msgid, msgctxt), compileMessage(text)])
  // Copied, because each text is a part of the file's text, which would stay in memory.
  const messages = structuredClone(Object.fromEntries(entries))
  return setupI18n({ locale: language, messages: { [language]: messages } }).setMessagesCompiler(compileMessage)
}

/** A sentence of ours, a text of someone else, or a time. Sentences can contain all three. */
export type TranslatableText = MessageDescriptor | string | Date

/** A copy with every text translated. */
export const translateTexts = <Value>(i18n: I18n, value: Value) => translatePart(i18n, value) as Translated<Value>

function translatePart(i18n: I18n, part: unknown): unknown {
  if (part instanceof Date) return formatDateTime(part, i18n.locale)
  if (Array.isArray(part)) return part.map((each) => translatePart(i18n, each))
  if (typeof part !== 'object' || part === null) return part
  if (isSentence(part)) return translateSentence(i18n, part)
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, translatePart(i18n, each)]))
}

/** Texts are inserted last: Lingui would decode `\u003a` in a member's text, which then could become a link. */
function translateSentence(i18n: I18n, { values = {}, ...sentence }: MessageDescriptor) {
  const texts: string[] = []
  const place = (value: unknown) => {
    const text = translatePart(i18n, value)
    return typeof text === 'string' ? `\uE000${texts.push(text) - 1}\uE001` : text
  }
  const placed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, place(value)]))
  return i18n._(sentence.id, placed, sentence).replace(/\uE000(\d+)\uE001/g, (_, index) => texts[index] ?? '')
}

export type Translated<Value> = Value extends TranslatableText
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Translated<Value[Name]> }
    : Value

export const formatDateTime = (value: Date, language = 'en') =>
  language === 'en'
    ? `${formatDate('en', value, 'UTC')}, ${formatTime('en', value, 'UTC')} UTC`
    : inUtc(language, value)

const inUtc = (language: string, value: Date) => value.toLocaleString(language, utcOptions)

const utcOptions = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
} satisfies Intl.DateTimeFormatOptions

/** A sentence, or the English text of a constant one, in another language. Undefined in English and for other texts. */
export function translationOf(text: MessageDescriptor | string, language: string) {
  const sentence = typeof text === 'string' ? sentenceOf(text) : text
  return sentence && language !== 'en' ? translateTexts(sentencesIn(language), sentence) : undefined
}
