import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'
import { css } from './web/ui/styles/class-name.ts'

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** A limit is for what hangs: the same machine takes twice as long in some hours as in others, and now and then stands still. */
const limits = { testTimeout: 180_000, hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } } }

const folders = '{bin,packaging,contract,server,demo,trials,tests/checks,tests/support}'
const onServers = {
  globalSetup: 'tests/support/database-setup.ts',
  // One fewer than there are cores, unless it is said: much of a test is waiting.
  maxWorkers: 2,
  // As with `npm start`, what a test starts is compiled once and not at every start.
  env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/node') },
  ...limits,
}

export default defineConfig({
  test: {
    provide: { randomRuns: Number(process.env.RANDOM_RUNS ?? 300) },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          include: [`${folders}/**/*.test.ts`],
          exclude: ['**/*.long.test.ts'],
          ...onServers,
        },
      },
      { test: { name: 'long', include: [`${folders}/**/*.long.test.ts`], ...onServers } },
      // Tests of `web/` that need a browser end in `.tsx`.
      { test: { name: 'pure', include: ['web/**/*.test.ts'], isolate: false, maxWorkers: 2, ...limits } },
      {
        plugins: [react()],
        css,
        // Found beforehand: a library that turns up during the run makes the browser load the tests again.
        optimizeDeps: { entries: ['web/**/*.tsx'] },
        test: {
          name: 'web',
          include: ['web/**/*.test.tsx'],
          // As many as the servers' tests have: with any other number Vitest runs these after them, one by one.
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
