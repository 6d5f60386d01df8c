import { expect, test } from 'vitest'
import { type MemberSubkey, memberSubkey } from '#web/browser/storage-keys.ts'
import type { ProjectText } from '#web/editor/project-text.ts'
import { projectRules } from '#web/editor/project-text.ts'
import { initialTransition } from './initial-transition.ts'
import { reduce } from './session-model.ts'
import {
  type Draft,
  type EditorEvent,
  type EditorState,
  type Effect,
  nextDue,
  type Outcome,
  type StoredDraft,
  statusOf,
} from './session-state.ts'
import { fingerprint } from './text-rules.ts'

const [keyA, keyB, keyC] = ['a', 'b', 'c'].map((tab) => memberSubkey('wren', 'draft', 'moths', tab)) as [
  MemberSubkey,
  MemberSubkey,
  MemberSubkey,
]
const project = { title: 'Moths', notes: 'one', version: 3 }

/** Runs the model and records its effects. */
function openModel(drafts: StoredDraft<ProjectText>[] = [], saved = project) {
  const initial = initialTransition({ rules: projectRules, saved, drafts, isOnline: true, at: 0 })
  const run = { state: initial.state, effects: [...initial.effects] }
  const dispatch = (event: EditorEvent<ProjectText>) => {
    const transition = reduce(run.state, event)
    run.state = transition.state
    run.effects.push(...transition.effects)
    return transition.effects
  }
  const type = (text: Partial<EditorState<ProjectText>['text']>, at: number) =>
    dispatch({
      type: 'edited',
      edit: { text: { ...run.state.text, ...text }, target: 'notes', kind: 'replace', caret: 0, at },
    })
  /** Types, saves and receives this outcome. */
  const save = (notes: string, outcome: Outcome<ProjectText>) => {
    type({ notes }, 0)
    dispatch({ type: 'saveRequested', at: 10 })
    return dispatch({ type: 'saveFinished', outcome, at: 20 })
  }
  const sent = () =>
    run.effects
      .filter((effect) => effect.type === 'send')
      .map(({ save }) => ({ ...save.text, version: save.base.version }))
  return { run, dispatch, type, save, sent, status: () => statusOf(run.state) }
}

const draft = (notes: string, version: number, change: Partial<Draft<ProjectText>> = {}): Draft<ProjectText> => ({
  title: 'Moths',
  notes,
  version,
  sent: [],
  at: 5,
  ...change,
})
const saved = (notes: string, version: number) => ({ title: 'Moths', notes, version })
const keepEffects = (effects: Effect<ProjectText>[]) => effects.filter(({ type }) => type === 'persist')

test('two seconds after the last key the text is saved, with the version it was made from', () => {
  const { run, dispatch, type, sent, status } = openModel()
  type({ notes: 'one t' }, 1_000)
  type({ notes: 'one two' }, 2_000)
  expect([status(), nextDue(run.state)]).toEqual(['unsaved', 4_000])
  dispatch({ type: 'timePassed', at: 3_999 })
  expect(sent()).toEqual([])
  dispatch({ type: 'timePassed', at: 4_000 })
  expect(sent()).toEqual([{ title: 'Moths', notes: 'one two', version: 3 }])
  expect(status()).toBe('saving')
  dispatch({ type: 'saveFinished', outcome: { kind: 'saved', saved: saved('one two', 4) }, at: 4_100 })
  expect([status(), nextDue(run.state)]).toEqual(['saved', null])
  expect(run.effects.slice(-2)).toEqual([{ type: 'announce', saved: saved('one two', 4) }, { type: 'removeDraft' }])
})

test('every keystroke is stored immediately; in a long text a moment later', () => {
  const { run, dispatch, type } = openModel()
  expect(keepEffects(type({ notes: 'o' }, 0))).toHaveLength(1)
  const longText = 'moth '.repeat(20_000)
  expect(keepEffects(type({ notes: longText }, 100))).toHaveLength(0)
  expect(keepEffects(type({ notes: `${longText}!` }, 250))).toHaveLength(0)
  expect(nextDue(run.state)).toBe(300)
  expect(keepEffects(dispatch({ type: 'timePassed', at: 300 }))).toEqual([
    { type: 'persist', draft: { ...draft(`${longText}!`, 3), at: 300 } },
  ])
  type({ notes: longText }, 400)
  expect(keepEffects(dispatch({ type: 'leaving', at: 410 })).length).toBeGreaterThan(0)
})

test('a failed save is tried again after one second, two, four, and at most a minute', () => {
  const { run, dispatch, type } = openModel()
  type({ notes: 'two' }, 0)
  const delays = []
  for (let at = 2_000, attempts = 0; attempts < 9; attempts += 1) {
    dispatch({ type: 'timePassed', at })
    dispatch({ type: 'saveFinished', outcome: { kind: 'failed', userMessage: 'It rains.' }, at })
    const due = nextDue(run.state) ?? 0
    delays.push(due - at)
    at = due
  }
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
})

test('a rejected text is not sent again until it is changed', () => {
  const { run, dispatch, type, sent, status } = openModel()
  type({ notes: 'two' }, 0)
  dispatch({ type: 'timePassed', at: 2_000 })
  dispatch({ type: 'saveFinished', outcome: { kind: 'refused', userMessage: 'No.' }, at: 2_100 })
  expect([status(), nextDue(run.state)]).toEqual(['refused', null])
  type({ notes: 'two!' }, 3_000)
  dispatch({ type: 'timePassed', at: 5_000 })
  expect(sent()).toHaveLength(2)
})

test('notes that are too long are stored and not sent', () => {
  const { run, dispatch, type, sent, status } = openModel()
  type({ notes: 'x'.repeat(1_000_001) }, 0)
  dispatch({ type: 'saveRequested', at: 10 })
  dispatch({ type: 'leaving', at: 20 })
  expect([status(), sent()]).toEqual(['too-long', []])
  expect(keepEffects(run.effects)).toHaveLength(1)
  type({ notes: 'x'.repeat(1_000_000) }, 30)
  dispatch({ type: 'saveRequested', at: 40 })
  expect(sent()).toHaveLength(1)
})

test('keeping mine saves it over the version that was shown, and over no other', () => {
  const { dispatch, type, sent, status } = openModel()
  type({ notes: 'mine' }, 0)
  dispatch({ type: 'savedElsewhere', saved: saved('theirs', 4), at: 10 })
  dispatch({ type: 'savedElsewhere', saved: saved('theirs again', 5), at: 20 })
  dispatch({ type: 'chosen', side: 'mine', version: 4, at: 30 })
  expect([sent(), status()]).toEqual([[], 'conflict'])
  dispatch({ type: 'chosen', side: 'mine', version: 5, at: 40 })
  expect(sent()).toEqual([{ title: 'Moths', notes: 'mine', version: 5 }])
})

test('a title changed there and notes changed here are no conflict', () => {
  const { run, save, sent } = openModel()
  save('mine', { kind: 'changed', saved: { title: 'Eleven Moths', notes: 'one', version: 4 } })
  expect(run.state.text).toEqual({ title: 'Eleven Moths', notes: 'mine' })
  expect(sent()[1]).toEqual({ title: 'Eleven Moths', notes: 'mine', version: 4 })
})

test('a save whose response was lost is recognised, without a conflict', () => {
  const { dispatch, type, save, sent, status } = openModel()
  save('two', { kind: 'failed', userMessage: 'It rains.' })
  type({ notes: 'three' }, 30)
  dispatch({ type: 'saveRequested', at: 40 })
  dispatch({ type: 'saveFinished', outcome: { kind: 'changed', saved: saved('two', 4) }, at: 50 })
  expect(sent()[2]).toEqual({ title: 'Moths', notes: 'three', version: 4 })
  expect(status()).toBe('saving')
})

test('a server that keeps rejecting the version is not retried without a pause', () => {
  const { run, save, sent, status } = openModel()
  save('two', { kind: 'changed', saved: saved('one', 3) })
  expect([status(), sent().length, nextDue(run.state)]).toEqual(['failed', 1, 1_020])
})

test('a closing page sends unsent changes once', () => {
  const { run, dispatch, type } = openModel()
  type({ notes: 'two' }, 0)
  expect(dispatch({ type: 'unloading', at: 10 }).map(({ type }) => type)).toEqual(['persist', 'send'])
  const second = openModel()
  second.type({ notes: 'two' }, 0)
  second.dispatch({ type: 'saveRequested', at: 10 })
  expect(second.dispatch({ type: 'unloading', at: 20 }).map(({ type }) => type)).toEqual(['persist'])
  expect(run.state.sent).toEqual([fingerprint(projectRules, { title: 'Moths', notes: 'two' })])
})

test('a draft based on the current text continues, and a saved one is deleted', () => {
  const continued = openModel([{ key: keyA, draft: draft('one two', 3) }])
  expect([continued.run.state.text.notes, continued.status(), nextDue(continued.run.state)]).toEqual([
    'one two',
    'unsaved',
    2_000,
  ])
  const done = openModel([{ key: keyA, draft: draft('one', 2) }])
  expect([done.status(), done.run.effects]).toEqual(['saved', [{ type: 'removeDrafts', keys: [keyA] }]])
})

test('a draft of a closed tab is deleted only after the new one is stored', () => {
  const { dispatch } = openModel([{ key: keyA, draft: draft('one two', 3) }])
  expect(dispatch({ type: 'persisted', isStored: false })).toEqual([])
  expect(dispatch({ type: 'persisted', isStored: true })).toEqual([{ type: 'removeDrafts', keys: [keyA] }])
})

test('a draft on an older text begins with the choice, unless the newer one was its own', () => {
  const older = openModel([{ key: keyA, draft: draft('mine', 2) }])
  expect([older.status(), older.run.state.text.notes]).toEqual(['conflict', 'mine'])
  expect(older.run.effects).toEqual([{ type: 'persist', draft: { ...draft('mine', 2), at: 0 } }])
  const recovered = openModel([
    { key: keyA, draft: draft('one more', 2, { sent: [fingerprint(projectRules, project)] }) },
  ])
  expect([recovered.status(), recovered.run.state.base.version]).toEqual(['unsaved', 3])
})

test('the newest of several drafts continues, and the others are set aside', () => {
  const { run } = openModel([
    { key: keyA, draft: draft('older', 3, { at: 1 }) },
    { key: keyB, draft: draft('newest', 3, { at: 2 }) },
    { key: keyC, draft: draft('aside', 3, { at: 9, isAside: true }) },
  ])
  expect(run.state.text.notes).toBe('newest')
  expect(run.effects[0]).toEqual({
    type: 'markAside',
    key: keyA,
    draft: draft('older', 3, { at: 1, isAside: true }),
  })
})

test('after a save whose response was lost, an undone change waits for the server', () => {
  const { run, dispatch, type, sent, status } = openModel()
  type({ notes: '' }, 0)
  dispatch({ type: 'saveRequested', at: 10 })
  dispatch({ type: 'undone', at: 20 })
  expect(status()).toBe('saving')
  dispatch({ type: 'saveFinished', outcome: { kind: 'failed', userMessage: 'It rains.' }, at: 30 })
  expect([run.state.text.notes, status()]).toEqual(['one', 'failed'])
  expect(run.effects).not.toContainEqual({ type: 'removeDraft' })
  dispatch({ type: 'timePassed', at: nextDue(run.state) ?? 0 })
  dispatch({ type: 'saveFinished', outcome: { kind: 'changed', saved: saved('', 4) }, at: 2_000 })
  expect(sent().at(-1)).toEqual({ title: 'Moths', notes: 'one', version: 4 })
  dispatch({ type: 'saveFinished', outcome: { kind: 'saved', saved: saved('one', 5) }, at: 2_100 })
  expect([status(), run.effects.at(-1)]).toEqual(['saved', { type: 'removeDraft' }])
})

test('after a rejected save, an undone change is still saved', () => {
  const { dispatch, save, status } = openModel()
  save('two', { kind: 'refused', userMessage: 'No.' })
  dispatch({ type: 'undone', at: 30 })
  expect(status()).toBe('saved')
})

test('undo does not revert another tab’s changes, and still reverts those made here', () => {
  const { run, dispatch, type, sent } = openModel()
  type({ title: 'Eleven Moths' }, 0)
  dispatch({ type: 'savedElsewhere', saved: saved('one, of the other tab', 4), at: 10 })
  expect(run.state.text).toEqual({ title: 'Eleven Moths', notes: 'one, of the other tab' })
  dispatch({ type: 'undone', at: 20 })
  expect(run.state.text).toEqual({ title: 'Moths', notes: 'one, of the other tab' })
  dispatch({ type: 'undone', at: 30 })
  dispatch({ type: 'saveRequested', at: 40 })
  expect([run.state.text.notes, sent()]).toEqual(['one, of the other tab', []])
})

test('undo does not revert another tab’s changes that continue an own text', () => {
  const { run, dispatch, save } = openModel()
  save('one two', { kind: 'saved', saved: saved('one two', 4) })
  dispatch({ type: 'savedElsewhere', saved: saved('one two three', 5), at: 30 })
  dispatch({ type: 'undone', at: 40 })
  expect(run.state.text.notes).toBe('one two three')
})

test('a draft based on a newer version than an offline copy is not taken for saved', () => {
  const draft = { title: 'Moths', notes: 'one', version: 4, sent: [], at: 1 }
  const { run } = openModel([{ key: keyA, draft }])
  expect(run.state).toMatchObject({ conflict: project, base: { version: 4 } })
  expect(run.effects).not.toContainEqual({ type: 'removeDrafts', keys: [keyA] })
})
