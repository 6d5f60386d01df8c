import { expect, test } from 'vitest'
import { english } from '#web/languages/english.testing.ts'
import { printingName } from './printings.tsx'

test('a printing is spelled out up to the tenth', () => {
  const names = [1, 2, 10, 11, 12, 21, 22, 43, 50].map((number) =>
    printingName(english, number).replace(' printing', ''),
  )
  expect(names.join(' ')).toBe('First Second Tenth 11th 12th 21st 22nd 43rd 50th')
})
