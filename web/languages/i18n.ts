import { type I18n, type MessageDescriptor, type Messages, setupI18n } from '@lingui/core'

/** A sentence that is translated when it is shown, or a text that is shown unchanged. */
export type Text = MessageDescriptor | string

export const translate = (i18n: I18n, text: Text) => (typeof text === 'string' ? text : i18n._(text))

/** The sentences of a language, as far as their catalogues are loaded. */
export const createI18n = (language: string, ...catalogues: Messages[]): I18n =>
  setupI18n({ locale: language, messages: { [language]: Object.assign({}, ...catalogues) } })
