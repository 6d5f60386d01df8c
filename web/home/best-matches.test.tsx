import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { exampleCreator } from '#web/creators/example-creator.testing.ts'
import { expectVisible } from '#web/site/expectations.testing.ts'
import { dot, exampleCover, exampleZine } from '#web/zines/example-zine.testing.ts'
import { fakeCalls, openHome, readTitles, searchField } from './home-page.testing.tsx'

const { respond, expectRequests } = fakeCalls()
const row = page.getByRole('region', { name: 'Best matches' })
const zine = exampleZine({ title: 'Kettle Autopsy', mediaUrls: [dot], cover: exampleCover() })
const creator = exampleCreator({ username: 'kettle_club', name: 'The Kettle Club' })
const bestMatches = [{ zine }, { creator }]

test('best matches are links in one list above the zines, and not among them', async () => {
  const router = await openHome('/?q=kettle')
  await respond(0, ['Tea'], { bestMatches })
  await expectVisible(row)
  const names = row
    .getByRole('listitem')
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['Kettle Autopsy by dustymoths', 'KEkettle_club The Kettle Club'])
  expect(readTitles()).toEqual(['Tea'])
  await expect
    .element(row.getByRole('link', { name: /^kettle_club/ }))
    .toHaveAttribute('href', `/profile/${creator.id}`)
  await row.getByRole('link', { name: /^Kettle Autopsy/ }).click()
  expect(router.state.location.state).toEqual({ zine: zine.id })
})

test('they change with the list, and disappear with the search', async () => {
  await openHome('/?q=kettle')
  await respond(0, ['Tea'], { bestMatches })
  await expectVisible(row)
  await searchField.fill('tea')
  await expectRequests(2)
  await expectVisible(row)
  await respond(1, ['Tea'], { bestMatches: [] })
  await expect.element(row).not.toBeInTheDocument()
})

test('a creator is shown even if no zine matches', async () => {
  await openHome('/?q=kettle_club')
  await respond(0, [], { bestMatches: [{ creator: exampleCreator({ name: null, zine_count: 0 }) }] })
  await expectVisible(row.getByText('Creator, 0 zines'))
  await expectVisible(page.getByRole('heading', { name: 'No zines found' }))
})

test('a covered cover is not loaded before its reader agrees; the note is shown instead', async () => {
  await openHome('/?q=kettle')
  // Only this test has this note: others, in the same session, agree to theirs.
  const contentNote = { text: 'Spilt tea', coversPages: true }
  await respond(0, ['Tea'], { bestMatches: [{ zine: { ...zine, contentNote } }] })
  await expectVisible(row.getByText('Content note: Spilt tea'))
  expect(row.element().querySelector('img')).toBeNull()
})

test('a title in another script has its language and direction', async () => {
  await openHome('/?q=قطط')
  await respond(0, ['Tea'], { bestMatches: [{ zine: { ...zine, title: 'قطط الليل' } }] })
  await expect.element(row.getByText('قطط الليل')).toHaveAttribute('dir', 'rtl')
  await expect.element(row.getByText('قطط الليل')).toHaveAttribute('lang', 'ar')
})
