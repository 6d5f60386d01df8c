import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { testChromium } from './tests/support/chromium.ts'
import { writeSmallPng } from './tests/support/write-small-png.ts'
import { languages } from './web/languages/catalogues-plugin.ts'
import { css } from './web/ui/styles/class-name.ts'

/** Only for tests that hang: beside busy processes, decoders have a low priority and take minutes. */
const limits = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 30_000 } } }

const folders = '{bin,packaging,contract,server,demo,trials,tests/checks,tests/support}'
const onServers = {
  globalSetup: 'tests/support/database-setup.ts',
  setupFiles: 'tests/support/fail-on-warnings.ts',
  maxWorkers: 2, // More than Vitest's default on two cores, because tests mostly wait.
  // Processes that a test starts share compiled code, as they do with `npm start`.
  env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/node') },
  ...limits,
}

const english = 'web/languages/english.testing.ts'

export default defineConfig({
  test: {
    provide: {
      randomRuns: Number(process.env.RANDOM_RUNS ?? 60),
      updatesReferences: process.env.UPDATE_REFERENCES === '1',
    },
    projects: [
      {
        plugins: [languages()],
        test: {
          name: 'server',
          include: [`${folders}/**/*.test.ts`],
          exclude: ['**/*.long.test.ts'],
          // Loads the application's modules once per worker, not once per file.
          isolate: false,
          ...onServers,
        },
      },
      { plugins: [languages()], test: { name: 'long', include: [`${folders}/**/*.long.test.ts`], ...onServers } },
      // Tests in `web/` that need a browser end in `.tsx`.
      {
        plugins: [languages()],
        test: {
          name: 'pure',
          setupFiles: english,
          include: ['web/**/*.test.ts'],
          isolate: false,
          maxWorkers: 2,
          ...limits,
        },
      },
      {
        plugins: [react(), languages()],
        css,
        // A dependency that Vite discovers during the run would reload the tests.
        optimizeDeps: { entries: ['web/**/*.tsx'] },
        test: {
          name: 'web',
          include: ['web/**/*.test.tsx'],
          setupFiles: ['web/browser/clear-storage.testing.ts', english],
          maxWorkers: 2,
          ...limits,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: { writeSmallPng },
            provider: playwright({
              actionTimeout: 60_000,
              launchOptions: testChromium,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
