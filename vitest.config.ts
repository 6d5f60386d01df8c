import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { css } from './styles.config.ts'

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['{bin,packaging,contract,server,demo,tools,bench,siege,tests/checks}/**/*.test.ts'],
          globalSetup: 'tests/support/database-setup.ts',
          // One fewer than there are cores, unless it is said: much of a test is waiting.
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        css,
        // Found beforehand: a library that turns up during the run makes the browser load the tests again.
        optimizeDeps: { entries: ['web/**/*.test.{ts,tsx}', 'web/**/*.tsx'] },
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
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
