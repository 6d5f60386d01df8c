import type { MessageDescriptor } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { createI18n, type Text, translate } from './i18n.ts'

/** Tests read the sentences in the code, without a catalogue. */
export const english = createI18n('en')

/** A text as English members read it. */
export const inEnglish = (text: Text | MessageDescriptor) => translate(english, text)

const InEnglish = ({ children }: { children: ReactNode }) => <I18nProvider i18n={english}>{children}</I18nProvider>

/** Renders components that need nothing of the site but its language. */
export const renderInEnglish = (content: ReactNode) => render(content, { wrapper: InEnglish })
