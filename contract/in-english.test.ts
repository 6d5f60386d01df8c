import { msg } from '@lingui/core/runtime-macro'
import { expect, test } from 'vitest'
import { inEnglish } from './in-english.ts'

test('a text of a member stays as it is, also in a sentence within a sentence', () => {
  const title = 'C:\\u0041 \\x2e {title} # ’<b>'
  expect(inEnglish(msg`${{ first: msg`“${{ title }}” is shown.` }} Nothing else.`)).toBe(
    `“${title}” is shown. Nothing else.`,
  )
})
