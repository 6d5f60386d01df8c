import { type I18n, i18n, type MessageDescriptor } from '@lingui/core'

/** Tests read the sentences in the code, without a catalogue. Also the setup of all tests in `web/`. */
i18n.loadAndActivate({ locale: 'en', messages: {} })

export const english: I18n = i18n

/** A sentence as English members read it. */
export const inEnglish = (text: MessageDescriptor | string) => (typeof text === 'string' ? text : i18n._(text))
