import { afterEach, expect, test } from 'vitest'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { keepEdit, readKeptEdit } from '../edit/use-zine-edit.ts'
import { mergedEdit, textOf, type ZineEdit } from '../edit/zine-edit.ts'
import { examplePages } from '../table/layout-table.testing.tsx'
import { layoutsOfMember } from './kept-layouts.ts'
import { layoutRules } from './layout-text.ts'

const example = textOf(exampleOpenZine())
const base = { ...example, layout: { ...example.layout, pages: examplePages(2) } }
const { details: _details, contentNote: _note, ...words } = base.layout
/** As they were kept before zines had details. */
const old = { ...words, pages: base.layout.pages.map(({ contentNote: _, ...page }) => page) }

afterEach(() => localStorage.clear())

test('an edit from before there were details goes on, and takes away none that came since', () => {
  const edit = { base: { ...base, layout: old }, layout: { ...old, title: 'Moths' }, note: '' }
  keepEdit('wren', 'moths', edit as unknown as ZineEdit)
  const kept = readKeptEdit('wren', 'moths') as ZineEdit
  const pages = kept.layout.pages.map(({ contentNote }) => contentNote)
  expect([kept.layout.title, new Set(pages)]).toEqual(['Moths', new Set([''])])
  const theirs = { ...base, version: 9, layout: { ...base.layout, details: { year: 1999 } } }
  expect(mergedEdit(kept, theirs)?.layout).toMatchObject({ title: 'Moths', details: { year: 1999 } })
})

test('so does a layout of a draft, and what is no layout stays where it is', () => {
  const kept = { ...old, placed: {}, version: 1, sent: [], at: 1 }
  localStorage.setItem('foldout:wren:layout:moths:tab', JSON.stringify(kept))
  for (const [at, odd] of [null, 7, { ...kept, details: null }, { ...kept, pages: [null] }].entries())
    localStorage.setItem(`foldout:wren:layout:moths:odd-${at}`, JSON.stringify(odd))
  const [found, ...more] = layoutsOfMember('wren')
  expect(found?.draft).toMatchObject({ title: old.title, details: {}, contentNote: null })
  expect(layoutRules.lettersOf({ ...base.layout, placed: {} }, 'pages')).toBe(
    found && layoutRules.lettersOf(found.draft, 'pages'),
  )
  expect([more, localStorage.length]).toEqual([[], 5])
})
