import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { renderInSite } from '#web/site/site.testing.tsx'
import { CaptionsField } from './captions-field.tsx'
import type { Captions } from './use-captions.ts'

const vtt = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`
const spanish = { language: 'es', url: '/api/zines/x/captions/a' }

/** Returns a function that reads the current captions. */
async function open(initial: Captions[] = []) {
  let current = initial
  function Form() {
    const [captions, setCaptions] = useState(current)
    current = captions
    return <CaptionsField captions={captions} busy={false} onChange={setCaptions} />
  }
  await renderInSite(<Form />)
  return () => current
}

const languages = page.getByLabelText('Captions optional')
const add = (name: string, content: BlobPart) =>
  userEvent.upload(page.getByLabelText('Add captions'), new File([content], name))
const removeButton = (language: string) => page.getByRole('button', { name: `Remove the captions in ${language}` })

test('a file is added in the language of its name or in the chosen one, as WebVTT', async () => {
  const read = await open()
  await add('tides.pt_BR.srt', '1\r\n00:00:01,000 --> 00:00:02,000\r\nMaré\r\n')
  await expectVisible(removeButton('Brazilian Portuguese'))
  await languages.selectOptions('Spanish')
  await add('tides.en.vtt', vtt('Mar'))
  await expectVisible(removeButton('Spanish'))
  await expectVisible(page.getByRole('status').getByText('The captions in Spanish were added.'))
  expect(read()).toEqual([
    { language: 'pt-BR', body: vtt('Maré') },
    { language: 'es', body: vtt('Mar') },
  ])
  await expect.element(languages).toHaveValue('')
})

test.each(['tides.final.vtt', 'tides.en-u-ca-buddhist.vtt'])('%s waits until its language is chosen', async (name) => {
  const read = await open()
  await add(name, vtt('Sea'))
  await expect
    .element(languages)
    .toHaveAccessibleDescription(new RegExp(`Choose the language of ${RegExp.escape(name)}.$`))
  await expect.element(languages).toHaveFocus()
  expect(read()).toEqual([])
  await languages.selectOptions('English')
  await expect.poll(read).toEqual([{ language: 'en', body: vtt('Sea') }])
  await expect.element(languages).not.toHaveAttribute('aria-invalid')
})

test.each<[string, BlobPart, string]>([
  ['a.en.vtt', vtt('x').replace('00:02', '00:00'), 'a.en.vtt: Line 3: the cue ends before it starts.'],
  ['a.en.vtt', new Uint8Array([0x57, 0xff]), 'a.en.vtt: This file is not in UTF-8. Save it as UTF-8 and try again.'],
  ['a.en.srt', 'x'.repeat(400_001), 'a.en.srt: Captions can have at most 200 kB.'],
  ['a.es.vtt', vtt('x'), 'There are already captions in Spanish. Remove them first.'],
])('%s is refused next to the field: %#', async (name, content, problem) => {
  const read = await open([spanish])
  await add(name, content)
  await expectVisible(problem)
  await expect.element(languages).toHaveAccessibleDescription(new RegExp(`${problem.slice(-20)}$`))
  expect(read()).toEqual([spanish])
})

test('captions are removed and put back in their place with the keyboard, and a seventh cannot be added', async () => {
  const all = ['en', 'es', 'fr', 'de', 'it', 'pt'].map((language) => ({ language, body: vtt(language) }))
  const read = await open(all)
  await expectGone(languages)
  removeButton('Spanish').element().focus()
  await userEvent.keyboard('{Enter}')
  expect(read().map(({ language }) => language)).toEqual(['en', 'fr', 'de', 'it', 'pt'])
  await expectVisible('The captions in Spanish were removed.')
  const putBack = page.getByRole('button', { name: 'Put them back' })
  await expect.element(putBack).toHaveFocus()
  await expect.element(putBack).toHaveAccessibleDescription('The captions in Spanish were removed.')
  await userEvent.keyboard('{Enter}')
  expect(read()).toEqual(all)
  await expectGone('Put them back')
  await expect.element(page.getByRole('group', { name: 'Captions' })).toHaveFocus()
})
