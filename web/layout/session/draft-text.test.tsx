import { afterEach, expect, test } from 'vitest'
import { persist } from '#web/browser/local-storage.ts'
import { memberSubkey } from '#web/browser/storage-keys.ts'
import { initialTransition } from '#web/session/initial-transition.ts'
import { reduce } from '#web/session/session-model.ts'
import { type EditorEvent, statusOf } from '#web/session/session-state.ts'
import { fingerprint, isSameText } from '#web/session/text-rules.ts'
import { exampleId } from '#web/site/example-id.testing.ts'
import { blankRecipe } from '#web/typeset/recipe.ts'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { openZineEdits } from '../edit/stored-zine-edits.ts'
import { textOfZine, zineRules } from '../edit/zine-text.ts'
import {
  blankContent,
  type ContentPage,
  changePageText,
  movePage,
  removePage,
  replacePictures,
} from '../table/content.ts'
import { examplePages } from '../table/example-pages.testing.ts'
import { type DraftText, draftRules, toEdit } from './draft-text.ts'
import { listMemberLayouts } from './stored-layouts.ts'

const content: DraftText = { ...blankContent, title: 'Moths', pages: examplePages(3), placed: {} }

function openModel() {
  const saved = { ...content, version: 1 }
  let { state } = initialTransition({ rules: draftRules, saved, drafts: [], isOnline: true, at: 0 })
  const dispatch = (event: EditorEvent<DraftText>) => {
    const transition = reduce(state, event)
    state = transition.state
    return transition.effects
  }
  const change = (text: DraftText, at: number) => dispatch({ type: 'edited', edit: toEdit(state.text, text, at) })
  return { dispatch, change, state: () => state }
}

test('a new recipe changes the content', () => {
  const made = { ...content, pages: content.pages.map((page) => ({ ...page, recipe: blankRecipe('text') })) }
  expect(isSameText(draftRules, made, content)).toBe(false)
  expect(isSameText(draftRules, made, structuredClone(made))).toBe(true)
})

test('new captions change the content, and the server may return their fields in another order', () => {
  const withCaptions = (captions: ContentPage['captions']) => ({
    ...content,
    pages: content.pages.map((page) => ({ ...page, captions })),
  })
  const captioned = withCaptions([{ language: 'es', body: 'Mar' }])
  expect(isSameText(draftRules, captioned, content)).toBe(false)
  expect(isSameText(draftRules, captioned, withCaptions([{ body: 'Mar', language: 'es' }]))).toBe(true)
})

test('pictures of several pages are replaced in one step, and one whose page is gone is added only if asked', () => {
  const three = { ...content, pages: examplePages(3) }
  const media = (n: number) => ({ url: `/media/${n}-1600.webp`, width: 2, height: 3, placeholder: null })
  const pictures = three.pages.map(({ id }, n) => ({
    id,
    media: { ...media(n), kind: 'image' as const, posterUrl: null },
    finish: (page: ContentPage) => ({ ...page, recipe: blankRecipe('text') }),
  }))
  const [removed] = pictures.map((picture) => ({ ...picture, id: exampleId(9) }))
  const replace = (appendIfPageIsGone: boolean) =>
    replacePictures([...pictures, ...(removed ? [{ ...removed, appendIfPageIsGone }] : [])])(three)
  const replaced = replace(false)
  const urls = [0, 1, 2].map((n) => media(n).url)
  expect(replaced.pages.map(({ url }) => url)).toEqual(urls)
  expect(replace(true).pages.map(({ url }) => url)).toEqual([...urls, media(0).url])
  expect(replaced.pages.map(({ id, altText }) => ({ id, altText }))).toEqual(
    three.pages.map(({ id, altText }) => ({ id, altText })),
  )
})

test('the server’s data about a picture does not change the content, and a word on a page does', () => {
  const fromServer = {
    ...content,
    pages: content.pages.map((page) => ({ ...page, width: 1, placeholder: 'x' })),
  }
  expect(isSameText(draftRules, fromServer, content)).toBe(true)
  const written = { ...content, ...changePageText(content.pages[0]?.id ?? '', { transcript: 'Moths' })(content) }
  expect(isSameText(draftRules, written, content)).toBe(false)
  expect(fingerprint(draftRules, written)).not.toBe(fingerprint(draftRules, content))
  expect(fingerprint(draftRules, { ...content, placed: { a: 1, b: 2 } })).toBe(
    fingerprint(draftRules, { ...content, placed: { b: 2, a: 1 } }),
  )
})

test('typing a word is one undo step, and moving a page another', () => {
  const { dispatch, change, state } = openModel()
  const id = content.pages[1]?.id ?? ''
  for (const [index, altText] of ['Moth 2!', 'Moth 2!!', 'Moth 2!!!'].entries()) {
    change({ ...state().text, ...changePageText(id, { altText })(state().text) }, 100 * index)
  }
  change({ ...state().text, ...movePage(0, 2)(state().text) }, 400)
  const altTexts = () => state().text.pages.map(({ altText }) => altText)
  expect(altTexts()).toEqual(['Moth 2!!!', 'Moth 3', 'Moth 1'])
  dispatch({ type: 'undone', at: 500 })
  expect(altTexts()).toEqual(['Moth 1', 'Moth 2!!!', 'Moth 3'])
  dispatch({ type: 'undone', at: 600 })
  expect(altTexts()).toEqual(['Moth 1', 'Moth 2', 'Moth 3'])
})

test('a PDF page removed by undo does not count as pending', () => {
  const { dispatch, change, state } = openModel()
  change({ ...content, pages: examplePages(4), placed: { pdf: 1 } }, 0)
  dispatch({ type: 'undone', at: 10 })
  expect(state().text.pages).toHaveLength(3)
  expect(state().text.placed).toEqual({ pdf: 1 })
})

test('the title of one tab and the pages of another are merged; two orders of pages are a conflict', () => {
  const mergeable = openModel()
  mergeable.change({ ...content, title: 'Eleven Moths' }, 0)
  const otherVersion = { ...content, ...removePage(0)(content), version: 2 }
  mergeable.dispatch({ type: 'savedElsewhere', saved: otherVersion, at: 10 })
  expect(mergeable.state()).toMatchObject({ conflict: null, text: { title: 'Eleven Moths' } })
  expect(mergeable.state().text.pages).toHaveLength(2)

  const conflicting = openModel()
  conflicting.change({ ...content, ...movePage(0, 2)(content) }, 0)
  conflicting.dispatch({ type: 'savedElsewhere', saved: otherVersion, at: 10 })
  expect(statusOf(conflicting.state())).toBe('conflict')
  expect(conflicting.state().text.pages).toHaveLength(3)
})

const base = { ...textOfZine(exampleOpenZine()), pages: examplePages(2) }
const { details: _details, contentNote: _note, note: _, version: __, ...altTexts } = base
/** Stored content from before zines had details. */
const old = { ...altTexts, pages: base.pages.map(({ contentNote: _, ...page }) => page) }

afterEach(() => localStorage.clear())

test('an edit stored by release 1.0, from before details existed, continues, and removes none added since', async () => {
  const formerKey = memberSubkey('wren', 'zine-edit', 'moths')
  persist(formerKey, {
    base: { version: 1, printing: 1, layout: old },
    layout: { ...old, title: 'Moths' },
    note: 'New',
  })
  const drafts = await openZineEdits('wren', 'moths').listAbandoned()
  expect(localStorage.getItem(formerKey)).toBeNull()
  const saved = { ...base, version: 9, details: { year: 1999 } }
  const { text, conflict } = initialTransition({ rules: zineRules, saved, drafts, isOnline: true, at: 0 }).state
  expect([text.title, text.note, text.details, conflict]).toEqual(['Moths', 'New', { year: 1999 }, null])
  expect(new Set(text.pages.map(({ contentNote }) => contentNote))).toEqual(new Set(['']))
})

test('so does a draft’s layout, and other data stays where it is', () => {
  const stored = { ...old, placed: {}, version: 1, sent: [], at: 1 }
  localStorage.setItem('foldout:wren:layout:moths:tab', JSON.stringify(stored))
  for (const [at, odd] of [null, 7, { ...stored, details: null }, { ...stored, pages: [null] }].entries())
    localStorage.setItem(`foldout:wren:layout:moths:odd-${at}`, JSON.stringify(odd))
  const [found, ...more] = listMemberLayouts('wren')
  expect(found?.draft).toMatchObject({ title: old.title, details: {}, contentNote: null })
  expect(draftRules.fieldText({ ...base, placed: {} }, 'pages')).toBe(
    found && draftRules.fieldText(found.draft, 'pages'),
  )
  expect([more, localStorage.length]).toEqual([[], 5])
})
