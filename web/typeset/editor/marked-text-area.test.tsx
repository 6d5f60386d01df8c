import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '#web/styles.css'
import { renderInEnglish } from '#web/languages/render-in-english.testing.tsx'
import { MarkedTextArea } from './marked-text-area.tsx'

const button = (name: string) => page.getByRole('button', { name })

/** Shows the text, with these words of it selected. */
async function openText(text: string, selected: string, hasSubheadings = true) {
  let current = text
  function Field() {
    const [value, setValue] = useState(text)
    current = value
    return (
      <MarkedTextArea
        label="Text"
        hasSubheadings={hasSubheadings}
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
    )
  }
  await renderInEnglish(<Field />)
  const field = (await page.getByRole('textbox', { name: 'Text' }).findElement()) as HTMLTextAreaElement
  field.focus()
  field.setSelectionRange(text.indexOf(selected), text.indexOf(selected) + selected.length)
  const selection = () => field.value.slice(field.selectionStart, field.selectionEnd)
  return { field, text: () => current, selection }
}

test('keys make words bold and italic, and Ctrl+Z undoes each step', async () => {
  const { text, selection } = await openText('Eleven moths came.', 'moths')
  await userEvent.keyboard('{Control>}b{/Control}')
  expect(text()).toBe('Eleven **moths** came.')
  expect(selection()).toBe('moths')
  await userEvent.keyboard('{Control>}i{/Control}')
  expect(text()).toBe('Eleven **_moths_** came.')
  await userEvent.keyboard('{Control>}b{/Control}')
  expect(text()).toBe('Eleven _moths_ came.')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(text()).toBe('Eleven **_moths_** came.')
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}')
  expect(text()).toBe('Eleven moths came.')
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  expect(text()).toBe('Eleven **moths** came.')
})

test('words are typed in bold and after it', async () => {
  const { text } = await openText('One ', '')
  await userEvent.keyboard('{End}{Control>}b{/Control}two{Control>}b{/Control} three{Control>}i{/Control}')
  expect(text()).toBe('One **two** three__')
  await userEvent.keyboard('{Control>}i{/Control}.')
  expect(text()).toBe('One **two** three.')
})

test('buttons keep the focus and the selection of the text', async () => {
  const { field, text, selection } = await openText('Soup\nLeek and salt', 'Leek')
  await button('Italic').click()
  expect(text()).toBe('Soup\n_Leek_ and salt')
  await expect.element(field).toHaveFocus()
  await button('Subheading').click()
  expect(text()).toBe('Soup\n## _Leek_ and salt')
  expect(selection()).toBe('Leek')
  await button('Subheading').click()
  await button('Italic').click()
  expect(text()).toBe('Soup\nLeek and salt')
})

test('buttons are pressed with the keyboard', async () => {
  const { field, text } = await openText('Moths', 'Moths')
  await userEvent.keyboard('{Shift>}{Tab}{Tab}{Tab}{/Shift}')
  await expect.element(button('Bold')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(text()).toBe('**Moths**')
  await expect.element(field).toHaveFocus()
})

test('a text without subheadings has no button for them', async () => {
  await openText('Moths', '', false)
  await expect.element(button('Bold')).toBeVisible()
  await expect.element(button('Subheading')).not.toBeInTheDocument()
})
