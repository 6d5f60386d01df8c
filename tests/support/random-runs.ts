import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    randomRuns: number
  }
}

/** How many random histories a test tries: 60, and 5,000 before a release (`npm run test:long`). */
export const randomRuns = inject('randomRuns')
