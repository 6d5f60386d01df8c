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
  'Please enter a username.',
  'Invalid file type',
  'File too large',
  'Invalid username',
  'Username cannot be empty',
  'No changes',
  'Username is the same as current',
  'Invalid email',
  'Please enter a valid email address',
  'Email is the same as current',
  'Current password required',
  'Please enter your current password',
  'Invalid password',
  'Password must be at least 6 characters long',
  "Passwords don't match",
  'New password and confirmation must match',
  'HTTP error! status: {code}',
  'Please check your email to verify your account.',
  "If that email's in our system, a reset link is on the way! It may take a few minutes to show up in your inbox.",
  'Success!',
  'Failed to upload your zine. Please try again.',
  'Upload failed',
  'Upload failed: {status text}',
  'No URL returned from upload',
  'Could not update favorite status',
  'Project updated successfully!',
  'Failed to update project completion',
  'Failed to delete project',
  'Profile Updated',
  'Session completed!',
  'Profile Picture Updated',
  'Upload Failed',
  'Failed to upload profile picture',
  'Error updating username',
  'Failed to update username',
  'User email not found',
  'No valid authentication session',
  'No changes needed',
  'Email address is already set to this value.',
  'Email update failed',
  'Unable to update email. Authentication service limitations prevent email changes at this time.',
  'Email updated successfully',
  'Error updating email',
  'Error updating password',
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
