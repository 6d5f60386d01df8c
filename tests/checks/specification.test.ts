import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'

/**
 * What the specification fixes the words of and no other test expects literally: messages of sections 5 and 8, and texts of its
 * pages. `{…}` stands for a value. The tests of a feature check whether its message is shown at the right moment.
 */
const texts = [
  'A discovery platform for zines. Share your work, explore creators, and stay inspired.',
  'Find or create your next favorite zine.',
  'Share My Thoughts',
  'All Zines',
  'Try adjusting your search or browse different categories to discover amazing zines.',
  'Sharing...',
  "You haven't uploaded any zines yet.",
  'Invalid password',
  'Password must be at least 6 characters long',
  'HTTP error! status: {code}',
  "If that email's in our system, a reset link is on the way! It may take a few minutes to show up in your inbox.",
  'Upload failed: {status text}',
  'No URL returned from upload',
  'You can now log in.',
]

const specification = readFileSync('docs/specification.md', 'utf8').split('\n## 10.')[0] ?? ''

const limitOf: Record<string, number> = { ...limits }

/** As it is shown: JSX breaks lines anywhere, and a quote in a string has a backslash before it. */
const code = globSync('{web,server,contract}/**/*.{ts,tsx}', {
  exclude: (path) => /\.test(ing)?\./.test(path),
})
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
  .replace(/' \+\s+'/g, '')
  .replace(/\{' '\}/g, ' ')
  .replace(/\s+/g, ' ')
  .replace(/\$\{limits\.(\w+)\}/g, (_, name) => String(limitOf[name]))
  .replace(/\\(['"])/g, '$1')

const literal = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
const inCode = (text: string) =>
  new RegExp(
    text
      .split(/\{[^}]*\}/)
      .map(literal)
      .join('\\$?\\{[^}]*\\}'),
  )

test.each(texts)('%s', (text) => {
  expect(specification).toContain(text)
  expect(inCode(text).test(code), 'in the code').toBe(true)
})
