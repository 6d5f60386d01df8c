import { expect, test } from 'vitest'
import { type ProfileTab, profileReads, readProfileTab, writeProfileTab } from './profile-address.ts'
import { formatWebsite } from './profile-card.tsx'

const wren = {
  id: 'wren',
  email: 'wren@moths.example',
  emailVerified: true,
  username: 'wren',
  profileImageUrl: null,
}
const parseAddress = (tab: ProfileTab, viewer: typeof wren | null) =>
  profileReads('wren', viewer, { tab }).map(({ queryKey: [path] }) => path)

test('a tab is in the address, and an unknown one shows the zines', () => {
  const read = (query: string) => readProfileTab(new URLSearchParams(query))
  expect(read('tab=workspace')).toBe('workspace')
  expect(read('tab=favorites')).toBe('favorites')
  expect(read('tab=kitchen')).toBe('zines')
  expect(read('')).toBe('zines')
  expect(writeProfileTab('/profile/wren', 'workspace')).toBe('/profile/wren?tab=workspace')
  expect(writeProfileTab('/profile/wren', 'zines')).toBe('/profile/wren')
})

test('the rest of the zines is read where the address begins after a cursor', () => {
  const [, zines] = profileReads('wren', null, { tab: 'zines', cursor: 'abc' })
  expect(zines?.queryKey[0]).toBe('/api/users/wren/zines?cursor=abc')
})

test('private parts of a profile are requested only for its owner', () => {
  expect(parseAddress('workspace', wren)).toContain('/api/users/wren/projects?state=active&brief=true')
  expect(parseAddress('favorites', wren)).toContain('/api/users/wren/favorite-creators')
  for (const viewer of [null, { ...wren, id: 'ada' }]) {
    expect(parseAddress('workspace', viewer)).not.toContain('/api/users/wren/projects?state=active&brief=true')
    expect(parseAddress('workspace', viewer)).toContain('/api/users/wren/zines')
  }
})

test('shelves are read where their tab is open, and nowhere else', () => {
  const shelves = '/api/users/wren/shelves'
  expect(parseAddress('zines', null)).not.toContain(shelves)
  expect(parseAddress('shelves', null)).toContain(shelves)
  expect(parseAddress('shelves', null)).not.toContain('/api/users/wren/zines')
  expect(parseAddress('shelves', wren)).toContain(shelves)
  expect(parseAddress('zines', wren)).not.toContain(shelves)
})

test('a website is shown without its protocol, shortened to 20 characters', () => {
  expect(formatWebsite('https://www.moths.example/')).toBe('moths.example')
  expect(formatWebsite('https://nightbuscomics.example/zines')).toBe('nightbuscomics.examp…')
  expect(formatWebsite('http://twenty-letters.moths')).toBe('twenty-letters.moths')
})
