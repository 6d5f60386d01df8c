import { type MessageDescriptor, setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'

const english = setupI18n({ locale: 'en', messages: { en: {} } }).setMessagesCompiler(compileMessage)

/** A sentence as the API, records and files have it. Browsers have no English sentences: they translate it. */
export function inEnglish(sentence: MessageDescriptor | string): string {
  if (typeof sentence === 'string') return sentence
  const { id, message = '', values } = sentence
  if (!values) return message
  const inserted = Object.entries(values).map(([name, value]) => [name, isText(value) ? inserting(value) : value])
  return english._(id, Object.fromEntries(inserted), { message })
}

const isText = (value: unknown) => typeof value === 'string' || isSentence(value)

/** Lingui decodes `\u003a` and `\x3a`, also in a member's text. */
const inserting = (text: MessageDescriptor | string) => inEnglish(text).replaceAll('\\', '\\u005c')

export const isSentence = (value: unknown): value is MessageDescriptor =>
  typeof value === 'object' && value !== null && 'id' in value && 'message' in value

const constants = new Map<string, MessageDescriptor>()

/**
 * The English text of a constant sentence, for what keeps only texts, such as Zod and stored refusals.
 * The server finds the sentence by its text when it answers in another language.
 */
export function say(sentence: MessageDescriptor) {
  const text = inEnglish(sentence)
  constants.set(text, sentence)
  return text
}

export const sentenceOf = (text: string) => constants.get(text)
