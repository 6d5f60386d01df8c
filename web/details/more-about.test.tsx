import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { renderInSite } from '#web/site/site.testing.tsx'
import { MoreAbout } from './more-about.tsx'
import { emptyMetadata, type ZineMetadata } from './zine-metadata.ts'

/** How often the form was submitted. */
let submitCount = 0

/** Opens the section in a form. Returns a function that reads the current metadata. */
async function open(initial: Partial<ZineMetadata> = {}) {
  let current: ZineMetadata = { ...emptyMetadata, ...initial }
  function Form() {
    const [metadata, setMetadata] = useState(current)
    current = metadata
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submitCount += 1
        }}
      >
        <MoreAbout metadata={metadata} busy={false} onChange={setMetadata} />
        <button type="submit">Save</button>
      </form>
    )
  }
  await renderInSite(<Form />)
  await page.getByText(/^More about this zine/).click()
  return () => current
}

test('opened at the end of the window, its first field is visible', async () => {
  await renderInSite(
    <form style={{ marginTop: window.innerHeight - 80 }}>
      <MoreAbout metadata={emptyMetadata} busy={false} onChange={() => undefined} />
    </form>,
  )
  window.scrollTo(0, 0)
  await page.getByText(/^More about this zine/).click()
  await expect.poll(() => field('Series').element().getBoundingClientRect().bottom).toBeLessThan(window.innerHeight)
})

const field = (name: string) => page.getByLabelText(name, { exact: true })

test('every detail is edited by its field, and clearing removes it', async () => {
  const readMetadata = await open()
  const texts = {
    Series: 'Mothlight',
    Issue: '3',
    'Made in': 'Lisbon',
    'Year made': '1994',
    'On paper': '$3 or trade',
    'Link to the paper copy': 'https://moths.example/',
  }
  const choices = {
    Kind: 'Comic',
    Rights: 'CC BY-SA 4.0',
    'Made with AI?': 'Made without AI',
    Size: 'Quarter size',
    Binding: 'Stapled',
  }
  const entries = { Subjects: 'moths', Languages: 'Portuguese', With: 'Ada' }
  for (const [name, text] of Object.entries(texts)) await field(name).fill(text)
  for (const [name, choice] of Object.entries(choices)) await field(name).selectOptions(choice)
  for (const [name, text] of Object.entries(entries)) {
    await field(name).fill(text)
    await userEvent.keyboard('{Enter}')
  }
  expect(readMetadata().details).toEqual({
    series: 'Mothlight',
    issue: '3',
    madeIn: 'Lisbon',
    year: 1994,
    kind: 'comic',
    rights: 'cc-by-sa',
    ai: 'none',
    size: 'quarter',
    binding: 'stapled',
    paper: { words: '$3 or trade', url: 'https://moths.example/' },
    subjects: ['moths'],
    languages: ['pt'],
    with: ['Ada'],
  })
  for (const name of Object.keys(texts)) await field(name).fill('')
  for (const name of Object.keys(choices)) await field(name).selectOptions('')
  for (const entry of Object.values(entries)) await page.getByRole('button', { name: `Remove ${entry}` }).click()
  expect(readMetadata()).toEqual(emptyMetadata)
})

test('a note of nothing covers nothing', async () => {
  const readMetadata = await open()
  const cover = page.getByRole('checkbox', { name: 'Cover the pages until the reader agrees.' })
  await expectGone(cover)
  await field('Content note').fill('Grief')
  await cover.click()
  expect(readMetadata().contentNote).toEqual({ text: 'Grief', coversPages: true })
  await field('Content note').fill('')
  expect(readMetadata().contentNote).toBeNull()
})

test('subjects are added by a comma, by leaving the field, or several together, each once and six at most', async () => {
  const readMetadata = await open({ details: { subjects: ['night'] } })
  await field('Subjects').fill('moths, night, lamps,')
  expect(readMetadata().details.subjects).toEqual(['night', 'moths', 'lamps'])
  await field('Subjects').fill('bread')
  await field('Series').click()
  expect(readMetadata().details.subjects?.at(-1)).toBe('bread')
  await field('Subjects').fill('one, two, three, four,')
  expect(readMetadata().details.subjects).toHaveLength(6)
  await expectVisible('You have added 6, the maximum.')
  await expect.element(field('Subjects')).toHaveValue('three, four')
  await page.getByRole('button', { name: 'Remove night' }).click()
  await field('Subjects').fill('three')
  await userEvent.keyboard('{Enter}')
  expect(readMetadata().details.subjects).toEqual(['moths', 'lamps', 'bread', 'one', 'two', 'three'])
})

test.each([
  ['Portuguese', 'pt'],
  ['brazilian portuguese', 'pt-BR'],
  ['sr-latn', 'sr-Latn'],
  ['Klingonese', undefined],
  ['xx-', undefined],
])('the language %s is %s', async (input, tag) => {
  const readMetadata = await open()
  await field('Languages').fill(input)
  await userEvent.keyboard('{Enter}')
  expect(readMetadata().details.languages).toEqual(tag && [tag])
  if (!tag) await expectVisible(/^Unknown language/)
})

test('an impossible year and an invalid address are reported immediately', async () => {
  await open()
  await field('Year made').fill('1850')
  await expectVisible('The year must be 1900 or later.')
  await field('Link to the paper copy').fill('moths.example')
  await expectVisible('Please enter a web address that starts with https://.')
})

test('a form with an invalid language is not sent, and leads back to it', async () => {
  const readMetadata = await open()
  submitCount = 0
  const save = page.getByRole('button', { name: 'Save' })
  await field('Languages').fill('Klingonese')
  await field('Series').click()
  await save.click()
  await expect.element(field('Languages')).toHaveFocus()
  expect(submitCount).toBe(0)
  await field('Languages').fill('Welsh')
  await userEvent.keyboard('{Enter}')
  await save.click()
  await expect.poll(() => submitCount).toBe(1)
  expect(readMetadata().details.languages).toEqual(['cy'])
})

test('a form with an impossible year is not sent, and the year is reported after typing', async () => {
  await open()
  submitCount = 0
  await field('Year made').fill('185')
  await expectGone('The year must be 1900 or later.')
  await userEvent.keyboard('{Enter}')
  await expectVisible('The year must be 1900 or later.')
  await expect.element(field('Year made')).toHaveFocus()
  await page.getByRole('button', { name: 'Save' }).click()
  expect(submitCount).toBe(0)
})

test.each([
  ['insertFromPaste', undefined],
  ['deleteContentBackward', undefined],
  ['insertReplacementText', ['pt']],
])('a language entered completely by %s is %s', async (inputType, languages) => {
  const readMetadata = await open()
  const input = field('Languages').element() as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Portuguese')
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }))
  await expect.element(field('Languages')).toHaveValue(languages ? '' : 'Portuguese')
  expect(readMetadata().details.languages).toEqual(languages)
})
