import { defineConfig } from '@playwright/test'
import { testChromium } from './tests/support/chromium.ts'
import { journeyDataDir, journeyPort as port } from './tests/support/journey-data.ts'

/** Journeys run against the built site, with its own PostgreSQL and an empty library. */
export default defineConfig({
  testDir: 'tests/journeys',
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  snapshotPathTemplate: 'tests/journeys/reading-order/{arg}{ext}',
  use: {
    baseURL: `http://localhost:${port}`,
    browserName: 'chromium',
    actionTimeout: 60_000,
    viewport: { width: 1280, height: 900 },
    // Traces take a fifth of the run time. To debug, use `npx playwright test NAME --trace on`. Failures print the page.
    trace: 'off',
    launchOptions: testChromium,
  },
  projects: [
    { name: 'short', testIgnore: '*.long.spec.ts' },
    // Checks the accessibility of every state in more ways than the short one.
    { name: 'long' },
  ],
  webServer: {
    command: 'node tests/support/journey-site.ts',
    env: { PORT: String(port), DATA_DIR: journeyDataDir() },
    url: `http://localhost:${port}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
