import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { english } from './english.testing.ts'

const InEnglish = ({ children }: { children: ReactNode }) => <I18nProvider i18n={english}>{children}</I18nProvider>

/** Renders components that need nothing of the site but its language. */
export const renderInEnglish = (content: ReactNode) => render(content, { wrapper: InEnglish })
