import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { css } from './web/ui/styles/class-name.ts'

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** A limit is for what hangs: the same machine may take twice as long an hour later. */
const limits = { testTimeout: 180_000, hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } } }

const folders = '{bin,packaging,contract,server,demo,trials,tests/checks,tests/support}'
const onServers = {
  globalSetup: 'tests/support/database-setup.ts',
  maxWorkers: 2, // Vitest takes one fewer than there are cores, and much of a test is waiting.
  // As with `npm start`, what a test starts is compiled once and not at every start.
  env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/node') },
  ...limits,
}

export default defineConfig({
  test: {
    provide: { randomRuns: Number(process.env.RANDOM_RUNS ?? 300) },
    projects: [
      {
        test: {
          name: 'server',
          include: [`${folders}/**/*.test.ts`],
          exclude: ['**/*.long.test.ts'],
          // The application's modules are loaded once per worker, not once per file.
          isolate: false,
          ...onServers,
        },
      },
      { test: { name: 'long', include: [`${folders}/**/*.long.test.ts`], ...onServers } },
      // Tests of `web/` that need a browser end in `.tsx`.
      { test: { name: 'pure', include: ['web/**/*.test.ts'], isolate: false, maxWorkers: 2, ...limits } },
      {
        plugins: [react()],
        css,
        // A library that is found during the run reloads the tests.
        optimizeDeps: { entries: ['web/**/*.tsx'] },
        test: {
          name: 'web',
          include: ['web/**/*.test.tsx'],
          maxWorkers: 2,
          ...limits,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
