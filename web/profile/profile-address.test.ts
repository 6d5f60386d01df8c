import { expect, test } from 'vitest'
import { type ProfileTab, profileReads, readProfileTab, writeProfileTab } from './profile-address.ts'
import { shownWebsite } from './profile-card.tsx'

const wren = {
  id: 'wren',
  email: 'wren@moths.example',
  emailVerified: true,
  username: 'wren',
  profileImageUrl: null,
}
const reads = (tab: ProfileTab, viewer: typeof wren | null) =>
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

test('what only the owner has is read for the owner alone', () => {
  expect(reads('workspace', wren)).toContain('/api/users/wren/projects?state=active&brief=true')
  expect(reads('favorites', wren)).toContain('/api/users/wren/favorite-creators')
  for (const viewer of [null, { ...wren, id: 'ada' }]) {
    expect(reads('workspace', viewer)).not.toContain('/api/users/wren/projects?state=active&brief=true')
    expect(reads('workspace', viewer)).toContain('/api/users/wren/zines')
  }
})

test('shelves are read where their tab is open, and nowhere else', () => {
  const shelves = '/api/users/wren/shelves'
  expect(reads('zines', null)).not.toContain(shelves)
  expect(reads('shelves', null)).toContain(shelves)
  expect(reads('shelves', null)).not.toContain('/api/users/wren/zines')
  expect(reads('shelves', wren)).toContain(shelves)
  expect(reads('zines', wren)).not.toContain(shelves)
})

test('a website is shown without its protocol, shortened to 20 characters', () => {
  expect(shownWebsite('https://www.moths.example/')).toBe('moths.example')
  expect(shownWebsite('https://nightbuscomics.example/zines')).toBe('nightbuscomics.examp…')
  expect(shownWebsite('http://twenty-letters.moths')).toBe('twenty-letters.moths')
})
