import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isGone, isSeen } from '#web/site/seen.testing.ts'
import { show } from '#web/site/site.testing.tsx'
import { MoreAbout } from './more-about.tsx'
import { nothingSaid, type Said } from './said.ts'

/** How often the form was submitted. */
let sent = 0

/** Opens the section in a form. Returns a function that reads the current metadata. */
async function open(said: Partial<Said> = {}) {
  let now: Said = { ...nothingSaid, ...said }
  function Form() {
    const [held, setHeld] = useState(now)
    now = held
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent += 1
        }}
      >
        <MoreAbout said={held} busy={false} onChange={setHeld} />
        <button type="submit">Save</button>
      </form>
    )
  }
  await show(<Form />)
  await page.getByText(/^More about this zine/).click()
  return () => now
}

const field = (name: string) => page.getByLabelText(name, { exact: true })

test('every detail is edited by its field, and clearing removes it', async () => {
  const said = await open()
  const texts = {
    ...{ Series: 'Mothlight', Issue: '3', 'Made in': 'Lisbon', 'Year made': '1994' },
    ...{ 'On paper': '$3 or trade', 'Link to the paper copy': 'https://moths.example/' },
  }
  const choices = {
    ...{ Kind: 'Comic', Rights: 'CC BY-SA 4.0', 'Made with AI?': 'Made without AI' },
    ...{ Size: 'Quarter size', Binding: 'Stapled' },
  }
  const words = { Subjects: 'moths', Languages: 'Portuguese', With: 'Ada' }
  for (const [name, text] of Object.entries(texts)) await field(name).fill(text)
  for (const [name, choice] of Object.entries(choices)) await field(name).selectOptions(choice)
  for (const [name, text] of Object.entries(words)) {
    await field(name).fill(text)
    await userEvent.keyboard('{Enter}')
  }
  expect(said().details).toEqual({
    ...{ series: 'Mothlight', issue: '3', madeIn: 'Lisbon', year: 1994, kind: 'comic', rights: 'cc-by-sa' },
    ...{ ai: 'none', size: 'quarter', binding: 'stapled' },
    paper: { words: '$3 or trade', url: 'https://moths.example/' },
    ...{ subjects: ['moths'], languages: ['pt'], with: ['Ada'] },
  })
  for (const name of Object.keys(texts)) await field(name).fill('')
  for (const name of Object.keys(choices)) await field(name).selectOptions('')
  for (const word of Object.values(words)) await page.getByRole('button', { name: `Remove ${word}` }).click()
  expect(said()).toEqual(nothingSaid)
})

test('a note of nothing covers nothing', async () => {
  const said = await open()
  const cover = page.getByRole('checkbox', { name: 'Cover the pages until the reader agrees.' })
  await isGone(cover)
  await field('Content note').fill('Grief')
  await cover.click()
  expect(said().contentNote).toEqual({ text: 'Grief', coversPages: true })
  await field('Content note').fill('')
  expect(said().contentNote).toBeNull()
})

test('subjects are added by a comma, by leaving the field, or several together, each once and six at most', async () => {
  const said = await open({ details: { subjects: ['night'] } })
  await field('Subjects').fill('moths, night, lamps,')
  expect(said().details.subjects).toEqual(['night', 'moths', 'lamps'])
  await field('Subjects').fill('bread')
  await field('Series').click()
  expect(said().details.subjects?.at(-1)).toBe('bread')
  await field('Subjects').fill('one, two, three, four,')
  expect(said().details.subjects).toHaveLength(6)
  await isSeen('That is the maximum of 6.')
  await expect.element(field('Subjects')).toHaveValue('three, four')
  await page.getByRole('button', { name: 'Remove night' }).click()
  await field('Subjects').fill('three')
  await userEvent.keyboard('{Enter}')
  expect(said().details.subjects).toEqual(['moths', 'lamps', 'bread', 'one', 'two', 'three'])
})

test.each([
  ['Portuguese', 'pt'],
  ['brazilian portuguese', 'pt-BR'],
  ['sr-latn', 'sr-Latn'],
  ['Klingonese', undefined],
  ['xx-', undefined],
])('the language %s is %s', async (typed, tag) => {
  const said = await open()
  await field('Languages').fill(typed)
  await userEvent.keyboard('{Enter}')
  expect(said().details.languages).toEqual(tag && [tag])
  if (!tag) await isSeen(/^Unknown language/)
})

test('an impossible year and an invalid address are reported immediately', async () => {
  await open()
  await field('Year made').fill('1850')
  await isSeen('The year must be 1900 or later.')
  await field('Link to the paper copy').fill('moths.example')
  await isSeen('Please enter a web address that starts with https://.')
})

test('a form with an invalid language is not sent, and leads back to it', async () => {
  const said = await open()
  sent = 0
  const save = page.getByRole('button', { name: 'Save' })
  await field('Languages').fill('Klingonese')
  await field('Series').click()
  await save.click()
  await expect.element(field('Languages')).toHaveFocus()
  expect(sent).toBe(0)
  await field('Languages').fill('Welsh')
  await userEvent.keyboard('{Enter}')
  await save.click()
  await expect.poll(() => sent).toBe(1)
  expect(said().details.languages).toEqual(['cy'])
})

test('a form with an impossible year is not sent, and the year is reported after typing', async () => {
  await open()
  sent = 0
  await field('Year made').fill('185')
  await isGone('The year must be 1900 or later.')
  await userEvent.keyboard('{Enter}')
  await isSeen('The year must be 1900 or later.')
  await expect.element(field('Year made')).toHaveFocus()
  await page.getByRole('button', { name: 'Save' }).click()
  expect(sent).toBe(0)
})

test.each([
  ['insertFromPaste', undefined],
  ['deleteContentBackward', undefined],
  ['insertReplacementText', ['pt']],
])('a language entered completely by %s is %s', async (inputType, languages) => {
  const said = await open()
  const input = field('Languages').element() as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Portuguese')
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }))
  await expect.element(field('Languages')).toHaveValue(languages ? '' : 'Portuguese')
  expect(said().details.languages).toEqual(languages)
})
