import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'

/**
 * The messages that sections 5 and 8 of the specification fix, and page texts that no other test covers. `{…}` stands for a
 * value. The tests of each feature check that its message appears at the right moment.
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
  'Please fill in all required fields and select at least one file.',
  'Please select image or video files only.',
  'You can only upload one video at a time.',
  'You can upload up to 5 images or 1 video.',
  'You can upload up to 5 images total.',
  'Invalid file type',
  'Please select an image file.',
  'File too large',
  'Please select an image smaller than 5MB.',
  'Tell us about yourself...',
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
  'Login failed',
  'Something went wrong. Please try again.',
  'Logged in successfully!',
  'Registration failed',
  'Account created successfully!',
  'Please check your email to verify your account.',
  'User not found with this username.',
  'Failed to create user profile',
  'Check your inbox.',
  "If that email's in our system, a reset link is on the way! It may take a few minutes to show up in your inbox.",
  'Reset failed',
  'Success!',
  'Your zine has been uploaded successfully.',
  'Error',
  'Failed to upload your zine. Please try again.',
  'Upload failed',
  'Failed to process files.',
  'Upload failed: {status text}',
  'No URL returned from upload',
  'Could not update favorite status',
  'Success',
  'Zine deleted successfully',
  'Failed to delete zine',
  'Failed to update follow status',
  'Followed successfully',
  'Unfollowed successfully',
  'Project created successfully!',
  'Project updated successfully!',
  'Project deleted successfully!',
  'Project completion status updated',
  'Failed to update project completion',
  'Failed to delete project',
  'Profile Updated',
  'Your profile has been updated successfully.',
  'Focus session completed!',
  'Session completed!',
  'Profile Picture Updated',
  'Your profile photo was updated successfully.',
  'Upload Failed',
  'Failed to upload profile picture',
  'Failed to upload profile image. Please try again.',
  'Error updating username',
  'Failed to update username',
  'User email not found',
  'No valid authentication session',
  'No changes needed',
  'Email address is already set to this value.',
  'Email update failed',
  'Unable to update email. Authentication service limitations prevent email changes at this time.',
  'Email updated successfully',
  'Your email has been updated across all services.',
  'Error updating email',
  'Current password is incorrect',
  'Error updating password',
  'Password updated successfully',
  'Password updated',
  'Your new password has been set.',
  'Recovery Link Expired',
  'Authentication service unavailable',
  'Email confirmation failed',
  'Email confirmation failed. Please try again.',
  'An unexpected error occurred during confirmation',
  'Email confirmed successfully! You are now logged in.',
  'You can now log in.',
]

const specification = readFileSync('docs/specification.md', 'utf8').split('\n## 10.')[0] ?? ''

const limitByName: Record<string, number> = { ...limits }

/** The code as displayed. JSX may break lines anywhere, and quotes in strings are escaped. */
const shownSource = globSync('{web,server,contract}/**/*.{ts,tsx}', {
  exclude: (path) => /\.test(ing)?\./.test(path),
})
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
  .replace(/' \+\s+'/g, '')
  .replace(/\{' '\}/g, ' ')
  .replace(/\s+/g, ' ')
  .replace(/\$\{(?:ph\(\{ \w+: )?limits\.(\w+)(?: \}\))?\}/g, (_, name) => String(limitByName[name]))
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
  expect(inCode(text).test(shownSource), 'in the code').toBe(true)
})
