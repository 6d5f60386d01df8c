import type { Page } from '@playwright/test'
import { expect, register, test, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

/** A word that nobody else in the run has, of letters only: nobody can say what is wrong with a number. */
const uniqueWord = () => unique('lantern').replace(/\d/g, (figure) => 'ghijklmnop'.charAt(Number(figure)))

/** What is marked on the page, in its order. */
const marked = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get('found') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
      startContainer.textContent?.slice(startOffset, endOffset),
    ),
  )

test('a mistyped word is understood, and can be searched as typed', async ({ page, elsewhere }) => {
  const word = uniqueWord()
  const typo = `lanern${word.slice('lantern'.length)}`
  await register(elsewhere)
  const zine = await publish(elsewhere, `The ${word} window`)
  const answer = async () => (await page.request.get(`/api/search/zines?search=${typo}`)).json()
  await expect.poll(async () => (await answer()).correction?.understood).toBe(word)

  await visit(page, '/')
  const field = page.getByRole('searchbox')
  await field.fill(`${typo} window`)
  const correction = page.getByText(`Showing results for ${word} window. Search instead for ${typo} window`)
  await expect(correction).toBeVisible()
  await expect(page.getByRole('link', { name: zine.title })).toBeVisible()
  await expect(page.locator('.rack-card')).toHaveCount(1)
  await expect(page.getByRole('status').first()).toHaveText(
    `1 zine found for ${word} window, because nothing has ${typo} window`,
  )
  await expect.poll(() => marked(page)).toEqual([word, 'window'])

  // The document says so as well, without scripts.
  expect(await (await page.request.get(page.url())).text()).toContain('Showing results for')

  await page.getByRole('link', { name: `${typo} window` }).click()
  await expect(page).toHaveURL(`/?q=%22${typo}%22+window`)
  await expect(field).toHaveValue(`"${typo}" window`)
  await expect(page.getByRole('heading', { name: 'No zines found' })).toBeVisible()
  await expect(correction).toBeHidden()

  await page.goBack()
  await expect(field).toHaveValue(`${typo} window`)
  await expect(correction).toBeVisible()

  await field.press('Escape')
  await expect(page).toHaveURL('/')
  await expect(field).toHaveValue('')
  await expect(correction).toBeHidden()
})
