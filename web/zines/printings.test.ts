import { expect, test } from 'vitest'
import { ordinal } from './printings.tsx'

test('a printing is spelled out up to the tenth', () => {
  expect([1, 2, 10, 11, 12, 21, 22, 43, 50].map(ordinal).join(' ')).toBe(
    'first second tenth 11th 12th 21st 22nd 43rd 50th',
  )
})
