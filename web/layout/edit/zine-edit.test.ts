import { expect, test } from 'vitest'
import { blankRecipe } from '#web/typeset/recipe.ts'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { examplePages } from '../table/example-pages.testing.ts'
import { type Layout, withAspectRatio } from '../table/layout.ts'
import { arePicturesChanged, changedFields, mergeEdit, textOf, toUpdate } from './zine-edit.ts'

const pages = examplePages(3)
const base = {
  ...{ version: 4, printing: 1 },
  layout: { ...textOf(exampleOpenZine({ description: 'Of lamps' })).layout, pages },
}
const edit = (change: Partial<Layout>, note = '') => ({ base, layout: { ...base.layout, ...change }, note })
const [one, two, three] = pages as [Layout['pages'][0], Layout['pages'][0], Layout['pages'][0]]

test('only changed fields are sent, with their base version', () => {
  expect(toUpdate(edit({}))).toEqual({ version: 4 })
  expect(toUpdate(edit({ title: ' Moths ', description: ' ' }))).toEqual({
    version: 4,
    title: 'Moths',
    description: null,
  })
})

test('a new paper is sent with its aspect ratio, and so is a first picture of another format', () => {
  const changed = (change: Partial<Layout>) => {
    const { layout, ...rest } = edit(change)
    return toUpdate({ ...rest, layout: withAspectRatio(base.layout, layout) })
  }
  expect(changed({ paper: '4:5' })).toEqual({ version: 4, paper: '4:5' })
  expect(changed({ paper: 'square' })).toEqual({ version: 4, paper: 'square', aspectRatio: '1:1' })
  const tall = { ...one, url: '/media/tall-1600.webp', width: 900, height: 1600 }
  expect(changed({ pages: [tall, two, three] })).toMatchObject({ paper: 'pictures', aspectRatio: '9:16' })
  expect(changed({ pages: [one, two, tall] })).not.toHaveProperty('aspectRatio')
})

test('a paper and pages changed on different sides are joined, with the aspect ratio of both', () => {
  const tall = { ...one, url: '/media/tall-1600.webp', width: 900, height: 1600 }
  const savedText = { version: 5, printing: 1, layout: { ...base.layout, pages: [tall] } }
  const merged = mergeEdit(edit({ paper: 'square' }), savedText)
  expect(merged?.layout).toMatchObject({ pages: [tall], paper: 'square', aspectRatio: '1:1' })
})

test('blanks at the ends are no change', () => {
  const { title } = base.layout
  const spaced = pages.map((page) => ({ ...page, altText: `${page.altText} `, transcript: ' ' }))
  expect(changedFields(base.layout, { ...base.layout, title: `${title} `, pages: spaced })).toEqual([])
})

test('pages are sent whole, in order, without what the server knows of them', () => {
  const { pages: sent } = toUpdate(edit({ pages: [two, { ...one, transcript: 'Mind the lamp' }, three] }))
  expect(sent?.[1]).toEqual({
    url: one.url,
    altText: 'Moth 1',
    transcript: 'Mind the lamp',
    contentNote: '',
    captions: [],
    recipe: null,
  })
})

test('a changed recipe alone is a change of the pages, and no new printing', () => {
  const made = { ...two, recipe: blankRecipe('text') }
  const changed = { ...base.layout, pages: [one, made, three] }
  expect(changedFields(base.layout, changed)).toEqual(['pages'])
  expect(arePicturesChanged(base.layout, changed)).toBe(false)
  const reordered = { ...made, recipe: Object.fromEntries(Object.entries(made.recipe).reverse()) as typeof made.recipe }
  expect(changedFields(changed, { ...base.layout, pages: [one, reordered, three] })).toEqual([])
})

test('captions changed on both sides are a conflict, and in another order of their fields they are the same', () => {
  const captioned = (captions: Layout['pages'][0]['captions']) => ({ pages: [{ ...one, captions }, two, three] })
  const local = edit(captioned([{ language: 'es', body: 'Mar' }]))
  expect(changedFields(base.layout, local.layout)).toEqual(['pages'])
  const saved = (captions: Layout['pages'][0]['captions']) => ({
    ...{ version: 5, printing: 1 },
    layout: { ...base.layout, ...captioned(captions) },
  })
  expect(mergeEdit(local, saved([{ language: 'es', url: '/api/zines/x/captions/a' }]))).toBeUndefined()
  expect(mergeEdit(local, saved([{ body: 'Mar', language: 'es' }]))?.base.version).toBe(5)
})

test('another order or other texts are not a new printing; added or removed pictures are, with the note', () => {
  const isNewPrinting = (change: Layout['pages']) => arePicturesChanged(base.layout, { ...base.layout, pages: change })
  expect(isNewPrinting([three, two, one])).toBe(false)
  expect(isNewPrinting([{ ...one, altText: 'A moth' }, two, three])).toBe(false)
  expect(isNewPrinting([one, two])).toBe(true)
  expect(isNewPrinting([...pages, one])).toBe(true)
  expect(isNewPrinting([one, two, { ...three, url: '/media/other-1600.webp' }])).toBe(true)
  expect(toUpdate(edit({ pages: [one, two] }, ' Page 3 is gone '))).toMatchObject({
    printingNote: 'Page 3 is gone',
  })
  expect(toUpdate(edit({ title: 'Moths' }, 'Page 3 is gone'))).not.toHaveProperty('printingNote')
})

test('changes of different fields are joined, and those of the same field are not', () => {
  const savedText = { version: 5, printing: 1, layout: { ...base.layout, title: 'Lamps' } }
  expect(mergeEdit(edit({ mayPrint: true }), savedText)).toEqual({
    base: savedText,
    layout: { ...base.layout, title: 'Lamps', mayPrint: true },
    note: '',
  })
  expect(mergeEdit(edit({ title: 'Moths' }), savedText)).toBeUndefined()
  expect(mergeEdit(edit({ title: 'Lamps' }), savedText)?.layout.title).toBe('Lamps')
})
