import { expect, test } from 'vitest'
import { shownWebsite } from './profile-card.tsx'

test('a website is shown without its protocol, shortened to 20 characters', () => {
  expect(shownWebsite('https://www.moths.example/')).toBe('moths.example')
  expect(shownWebsite('https://nightbuscomics.example/zines')).toBe('nightbuscomics.examp…')
  expect(shownWebsite('http://twenty-letters.moths')).toBe('twenty-letters.moths')
})
