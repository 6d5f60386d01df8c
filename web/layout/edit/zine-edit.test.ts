import { expect, test } from 'vitest'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { examplePages } from '../table/example-pages.testing.ts'
import type { Layout } from '../table/layout.ts'
import { arePicturesChanged, changedFields, changeOf, mergedEdit, textOf } from './zine-edit.ts'

const pages = examplePages(3)
const base = {
  ...{ version: 4, printing: 1 },
  layout: { ...textOf(exampleOpenZine({ description: 'Of lamps' })).layout, pages },
}
const edit = (change: Partial<Layout>, note = '') => ({ base, layout: { ...base.layout, ...change }, note })
const [one, two, three] = pages as [Layout['pages'][0], Layout['pages'][0], Layout['pages'][0]]

test('only changed fields are sent, with their base version', () => {
  expect(changeOf(edit({}))).toEqual({ version: 4 })
  expect(changeOf(edit({ title: ' Moths ', description: ' ' }))).toEqual({
    version: 4,
    title: 'Moths',
    description: null,
  })
})

test('blanks at the ends are no change', () => {
  const { title } = base.layout
  const spaced = pages.map((page) => ({ ...page, altText: `${page.altText} `, transcript: ' ' }))
  expect(changedFields(base.layout, { ...base.layout, title: `${title} `, pages: spaced })).toEqual([])
})

test('pages are sent whole, in order, without what the server knows of them', () => {
  const { pages: sent } = changeOf(edit({ pages: [two, { ...one, transcript: 'Mind the lamp' }, three] }))
  expect(sent?.[1]).toEqual({ url: one.url, altText: 'Moth 1', transcript: 'Mind the lamp', contentNote: '' })
})

test('another order or other texts are not a new printing; added or removed pictures are, with the note', () => {
  const isPrintedAnew = (change: Layout['pages']) =>
    arePicturesChanged(base.layout, { ...base.layout, pages: change })
  expect(isPrintedAnew([three, two, one])).toBe(false)
  expect(isPrintedAnew([{ ...one, altText: 'A moth' }, two, three])).toBe(false)
  expect(isPrintedAnew([one, two])).toBe(true)
  expect(isPrintedAnew([...pages, one])).toBe(true)
  expect(isPrintedAnew([one, two, { ...three, url: '/media/other-1600.webp' }])).toBe(true)
  expect(changeOf(edit({ pages: [one, two] }, ' Page 3 is gone '))).toMatchObject({
    printingNote: 'Page 3 is gone',
  })
  expect(changeOf(edit({ title: 'Moths' }, 'Page 3 is gone'))).not.toHaveProperty('printingNote')
})

test('changes of different fields are joined, and those of the same field are not', () => {
  const theirs = { version: 5, printing: 1, layout: { ...base.layout, title: 'Lamps' } }
  expect(mergedEdit(edit({ mayPrint: true }), theirs)).toEqual({
    base: theirs,
    layout: { ...base.layout, title: 'Lamps', mayPrint: true },
    note: '',
  })
  expect(mergedEdit(edit({ title: 'Moths' }), theirs)).toBeUndefined()
  expect(mergedEdit(edit({ title: 'Lamps' }), theirs)?.layout.title).toBe('Lamps')
})
