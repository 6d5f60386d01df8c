import { afterEach, expect, test } from 'vitest'
import { next } from '#web/editor/model/editor-model.ts'
import { type EditorEvent, statusOf } from '#web/editor/model/editor-state.ts'
import { initialStep } from '#web/editor/model/initial-step.ts'
import { fingerprint, same } from '#web/editor/model/text-rules.ts'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { keepEdit, readKeptEdit } from '../edit/use-zine-edit.ts'
import { mergedEdit, textOf, type ZineEdit } from '../edit/zine-edit.ts'
import { examplePages } from '../table/example-pages.testing.ts'
import { blankLayout, changeWords, moveTo, takePage } from '../table/layout.ts'
import { layoutsOfMember } from './kept-layouts.ts'
import { editOf, type LayoutText, layoutRules } from './layout-text.ts'

const layout: LayoutText = { ...blankLayout, title: 'Moths', pages: examplePages(3), placed: {} }

function begin() {
  const saved = { ...layout, version: 1 }
  let { state } = initialStep({ rules: layoutRules, saved, drafts: [], isOnline: true, at: 0 })
  const tell = (event: EditorEvent<LayoutText>) => {
    const step = next(state, event)
    state = step.state
    return step.effects
  }
  const change = (text: LayoutText, at: number) =>
    tell({ type: 'edited', edit: editOf(state.text, text, at) })
  return { tell, change, state: () => state }
}

test('the server’s data about a picture does not change the layout, and a word on a page does', () => {
  const answered = { ...layout, pages: layout.pages.map((page) => ({ ...page, width: 1, placeholder: 'x' })) }
  expect(same(layoutRules, answered, layout)).toBe(true)
  const url = layout.pages[0]?.url ?? ''
  const written = { ...layout, ...changeWords(0, url, { transcript: 'Moths' })(layout) }
  expect(same(layoutRules, written, layout)).toBe(false)
  expect(fingerprint(layoutRules, written)).not.toBe(fingerprint(layoutRules, layout))
  expect(fingerprint(layoutRules, { ...layout, placed: { a: 1, b: 2 } })).toBe(
    fingerprint(layoutRules, { ...layout, placed: { b: 2, a: 1 } }),
  )
})

test('typing a word is one undo step, and moving a page another', () => {
  const { tell, change, state } = begin()
  const url = layout.pages[1]?.url ?? ''
  for (const [index, altText] of ['Moth 2!', 'Moth 2!!', 'Moth 2!!!'].entries()) {
    change({ ...state().text, ...changeWords(1, url, { altText })(state().text) }, 100 * index)
  }
  change({ ...state().text, ...moveTo(0, 2)(state().text) }, 400)
  const words = () => state().text.pages.map(({ altText }) => altText)
  expect(words()).toEqual(['Moth 2!!!', 'Moth 3', 'Moth 1'])
  tell({ type: 'undone', at: 500 })
  expect(words()).toEqual(['Moth 1', 'Moth 2!!!', 'Moth 3'])
  tell({ type: 'undone', at: 600 })
  expect(words()).toEqual(['Moth 1', 'Moth 2', 'Moth 3'])
})

test('a PDF page removed by undo does not count as pending', () => {
  const { tell, change, state } = begin()
  change({ ...layout, pages: examplePages(4), placed: { pdf: 1 } }, 0)
  tell({ type: 'undone', at: 10 })
  expect(state().text.pages).toHaveLength(3)
  expect(state().text.placed).toEqual({ pdf: 1 })
})

test('the title of one tab and the pages of another go together; two orders of pages are a choice', () => {
  const together = begin()
  together.change({ ...layout, title: 'Eleven Moths' }, 0)
  const elsewhere = { ...layout, ...takePage(0)(layout), version: 2 }
  together.tell({ type: 'savedElsewhere', saved: elsewhere, at: 10 })
  expect(together.state()).toMatchObject({ conflict: null, text: { title: 'Eleven Moths' } })
  expect(together.state().text.pages).toHaveLength(2)

  const apart = begin()
  apart.change({ ...layout, ...moveTo(0, 2)(layout) }, 0)
  apart.tell({ type: 'savedElsewhere', saved: elsewhere, at: 10 })
  expect(statusOf(apart.state())).toBe('conflict')
  expect(apart.state().text.pages).toHaveLength(3)
})

const example = textOf(exampleOpenZine())
const base = { ...example, layout: { ...example.layout, pages: examplePages(2) } }
const { details: _details, contentNote: _note, ...words } = base.layout
/** A stored layout from before zines had details. */
const old = { ...words, pages: base.layout.pages.map(({ contentNote: _, ...page }) => page) }

afterEach(() => localStorage.clear())

test('an edit from before details existed continues, and removes none added since', () => {
  const edit = { base: { ...base, layout: old }, layout: { ...old, title: 'Moths' }, note: '' }
  keepEdit('wren', 'moths', edit as unknown as ZineEdit)
  const kept = readKeptEdit('wren', 'moths') as ZineEdit
  const pages = kept.layout.pages.map(({ contentNote }) => contentNote)
  expect([kept.layout.title, new Set(pages)]).toEqual(['Moths', new Set([''])])
  const theirs = { ...base, version: 9, layout: { ...base.layout, details: { year: 1999 } } }
  expect(mergedEdit(kept, theirs)?.layout).toMatchObject({ title: 'Moths', details: { year: 1999 } })
})

test('so does a draft’s layout, and other data stays where it is', () => {
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
