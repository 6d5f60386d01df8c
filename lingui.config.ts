import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/** `npm run languages:extract` collects the sentences of the code into the catalogues. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
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
