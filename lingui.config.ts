import { readdirSync } from 'node:fs'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/** `npm run i18n:extract` collects the sentences of the code. Every file in `languages/` is a language. */
export default defineConfig({
  sourceLocale: 'en',
  locales: readdirSync('languages').map((file) => file.replace(/\.po$/, '')),
  catalogs: [
    {
      path: '<rootDir>/languages/{locale}',
      include: ['contract', 'server', 'web'],
      exclude: ['**/*.test.*', '**/*.testing.*'],
    },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
  macro: { corePackage: ['@lingui/core/macro', '@lingui/core/runtime-macro'] },
})
