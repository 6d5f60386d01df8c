import type { MessageDescriptor } from '@lingui/core'
import { inEnglish } from '#contract/in-english.ts'
import { translationOf } from './translate-texts.ts'

/** A sentence as a text of the database, with its values. */
export const toStored = (text: MessageDescriptor | string) =>
  typeof text === 'string' ? text : JSON.stringify({ id: text.id, message: text.message, values: text.values })

/** Texts stored before 1.2 are English. */
export const fromStored = (stored: string): MessageDescriptor | string =>
  stored.startsWith('{"id":') ? JSON.parse(stored) : stored

/** A stored refusal as the API has it. */
export const refusalIn = (language: string, stored: string | null) => ({
  refusal: stored && inEnglish(fromStored(stored)),
  refusalTranslation: stored ? translationOf(fromStored(stored), language) : undefined,
})
