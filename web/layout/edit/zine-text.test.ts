import { expect, test } from 'vitest'
import { memberSubkey } from '#web/browser/storage-keys.ts'
import { initialTransition } from '#web/session/initial-transition.ts'
import { reduce } from '#web/session/session-model.ts'
import { type EditorEvent, nextDue, statusOf } from '#web/session/session-state.ts'
import { isSameField, pickRuleFields, type Saved } from '#web/session/text-rules.ts'
import { blankRecipe } from '#web/typeset/recipe.ts'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { withAspectRatio, type ZineContent } from '../table/content.ts'
import { examplePages } from '../table/example-pages.testing.ts'
import { arePicturesChanged, textOfZine, toUpdate, type ZineText, zineRules } from './zine-text.ts'

const pages = examplePages(3)
const base: Saved<ZineText> = { ...textOfZine(exampleOpenZine({ description: 'Of lamps' })), version: 4, pages }
const edit = (change: Partial<ZineText>): ZineText => ({ ...pickRuleFields(zineRules, base), ...change })
const update = (change: Partial<ZineText>) => toUpdate(edit(change), base)
const [one, two, three] = pages as [ZineContent['pages'][0], ZineContent['pages'][0], ZineContent['pages'][0]]

const changedFields = (from: ZineText, to: ZineText) =>
  zineRules.fields.filter((field) => !isSameField(zineRules, field, from, to))

/** Opens an edit of version 4 that this browser has stored, after another change was saved as version 5. */
function reopen(change: Partial<ZineText>, savedChange: Partial<ZineText>) {
  const draft = { ...edit(change), base, version: 4, sent: [], at: 0 }
  const drafts = [{ key: memberSubkey('wren', 'zine-edit', 'moths', 'tab'), draft }]
  const saved = { ...base, ...savedChange, version: 5 }
  return initialTransition({ rules: zineRules, saved, drafts, isOnline: true, at: 0 }).state
}

test('only changed fields are sent, with their base version', () => {
  expect(update({})).toEqual({ version: 4 })
  expect(update({ title: ' Moths ', description: ' ' })).toEqual({
    version: 4,
    title: 'Moths',
    description: null,
  })
})

test('a new paper is sent with its aspect ratio, and so is a first picture of another format', () => {
  const changed = (change: Partial<ZineContent>) => toUpdate(withAspectRatio(base, edit(change)), base)
  expect(changed({ paper: '4:5' })).toEqual({ version: 4, paper: '4:5' })
  expect(changed({ paper: 'square' })).toEqual({ version: 4, paper: 'square', aspectRatio: '1:1' })
  const tall = { ...one, url: '/media/tall-1600.webp', width: 900, height: 1600 }
  expect(changed({ pages: [tall, two, three] })).toMatchObject({ paper: 'pictures', aspectRatio: '9:16' })
  expect(changed({ pages: [one, two, tall] })).not.toHaveProperty('aspectRatio')
})

test('a paper and pages changed on different sides are joined, with the aspect ratio of both', () => {
  const tall = { ...one, url: '/media/tall-1600.webp', width: 900, height: 1600 }
  const local = withAspectRatio(base, edit({ paper: 'square' }))
  const merged = reopen(local, withAspectRatio(base, { ...base, pages: [tall] }))
  expect(merged).toMatchObject({ conflict: null, base: { version: 5 } })
  expect(merged.text).toMatchObject({ pages: [tall], paper: 'square', aspectRatio: '1:1' })
})

test('recipes in the order of the database, without undefined values, are no change', () => {
  const picture = { url: '/media/a-1600.webp', altText: '', frame: { x: 0.5, y: 0.3333, zoom: 1, turn: 0 } }
  const made = { ...one, recipe: { ...blankRecipe('comic'), pictures: [null, picture], alignment: undefined } }
  const stored = {
    ...one,
    recipe: {
      ...blankRecipe('comic'),
      pictures: [null, { url: picture.url, frame: { x: 0.5, y: 0.3333, turn: 0, zoom: 1 }, altText: '' }],
    },
  }
  expect(changedFields(edit({ pages: [made] }), edit({ pages: [stored] }))).toEqual([])
  const moved = { ...stored, recipe: { ...stored.recipe, pictures: [null, { ...picture, frame: undefined }] } }
  expect(changedFields(edit({ pages: [made] }), edit({ pages: [moved] }))).toEqual(['pages'])
})

test('blanks at the ends are no change', () => {
  const { title } = base
  const spaced = pages.map((page) => ({ ...page, altText: `${page.altText} `, transcript: ' ' }))
  expect(changedFields(base, edit({ title: `${title} `, pages: spaced }))).toEqual([])
})

test('pages are sent whole, in order, without what the server knows of them', () => {
  const { pages: sent } = update({ pages: [two, { ...one, transcript: 'Mind the lamp' }, three] })
  expect(sent?.[1]).toEqual({
    id: one.id,
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
  const changed = edit({ pages: [one, made, three] })
  expect(changedFields(base, changed)).toEqual(['pages'])
  expect(arePicturesChanged(base, changed)).toBe(false)
  const reordered = { ...made, recipe: Object.fromEntries(Object.entries(made.recipe).reverse()) as typeof made.recipe }
  expect(changedFields(changed, edit({ pages: [one, reordered, three] }))).toEqual([])
})

test('captions changed on both sides are a conflict, and in another order of their fields they are the same', () => {
  const captioned = (captions: ZineContent['pages'][0]['captions']) => ({ pages: [{ ...one, captions }, two, three] })
  const local = captioned([{ language: 'es', body: 'Mar' }])
  expect(changedFields(base, edit(local))).toEqual(['pages'])
  expect(reopen(local, captioned([{ language: 'es', url: '/api/zines/x/captions/a' }])).conflict?.version).toBe(5)
  expect(reopen(local, captioned([{ body: 'Mar', language: 'es' }]))).toMatchObject({
    conflict: null,
    base: { version: 5 },
  })
})

test('another order or other texts are not a new printing; added or removed pictures are, with the note', () => {
  const isNewPrinting = (change: ZineContent['pages']) => arePicturesChanged(base, edit({ pages: change }))
  expect(isNewPrinting([three, two, one])).toBe(false)
  expect(isNewPrinting([{ ...one, altText: 'A moth' }, two, three])).toBe(false)
  expect(isNewPrinting([one, two])).toBe(true)
  expect(isNewPrinting([...pages, one])).toBe(true)
  expect(isNewPrinting([one, two, { ...three, url: '/media/other-1600.webp' }])).toBe(true)
  expect(update({ pages: [one, two], note: ' Page 3 is gone ' })).toMatchObject({
    printingNote: 'Page 3 is gone',
  })
  expect(update({ title: 'Moths', note: 'Page 3 is gone' })).not.toHaveProperty('printingNote')
})

test('changes of different fields are joined, and those of the same field are not', () => {
  const merged = reopen({ mayPrint: true, note: 'New' }, { title: 'Lamps' })
  expect(merged).toMatchObject({ conflict: null, base: { version: 5, title: 'Lamps' } })
  expect(merged.text).toEqual(edit({ title: 'Lamps', mayPrint: true, note: 'New' }))
  expect(reopen({ title: 'Moths' }, { title: 'Lamps' }).conflict?.version).toBe(5)
  expect(reopen({ title: 'Lamps' }, { title: 'Lamps' })).toMatchObject({ conflict: null, text: { title: 'Lamps' } })
})

test('nothing is sent until its author asks, and a save merged with a change elsewhere is sent again', () => {
  const { dispatch, sent, state } = openModel()
  dispatch({
    type: 'edited',
    edit: { text: edit({ title: 'Moths' }), target: 'title', kind: 'replace', caret: 0, at: 0 },
  })
  for (const type of ['leaving', 'unloading', 'wentOnline', 'timePassed'] as const) dispatch({ type, at: 100_000 })
  expect([nextDue(state()), sent()]).toEqual([null, []])
  dispatch({ type: 'saveRequested', at: 100_001 })
  expect(sent()).toEqual([4])
  dispatch({
    type: 'saveFinished',
    outcome: { kind: 'changed', saved: { ...base, mayPrint: true, version: 5 } },
    at: 100_002,
  })
  expect([sent(), state().text.mayPrint]).toEqual([[4, 5], true])
  dispatch({ type: 'saveFinished', outcome: { kind: 'failed', userMessage: 'It rains.' }, at: 100_003 })
  dispatch({ type: 'signedIn', at: 100_004 })
  expect([nextDue(state()), sent(), statusOf(state())]).toEqual([null, [4, 5], 'failed'])
  dispatch({ type: 'discarded', at: 100_005 })
  expect([statusOf(state()), state().text.title]).toEqual(['saved', base.title])
})

function openModel() {
  let transition = initialTransition({ rules: zineRules, saved: base, drafts: [], isOnline: true, at: 0 })
  const versions: number[] = []
  return {
    state: () => transition.state,
    sent: () => versions,
    dispatch(event: EditorEvent<ZineText>) {
      transition = reduce(transition.state, event)
      for (const effect of transition.effects) if (effect.type === 'send') versions.push(effect.save.base.version)
    },
  }
}
