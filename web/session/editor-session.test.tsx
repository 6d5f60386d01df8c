import { afterEach, expect, test, vi } from 'vitest'
import { listStoredKeys, persist, readStored } from '#web/browser/local-storage.ts'
import type { ProjectText } from '#web/editor/project-text.ts'
import { parseProjectDraft, projectDraftPrefix } from '#web/editor/save-project.ts'
import { startEditor } from '#web/editor/use-editor.ts'
import { exampleVersion } from '#web/projects/example-project.testing.ts'
import { checkAnswer, failOnWrongAnswers } from '#web/site/check-answer.testing.ts'
import { type EditorSession, now } from './editor-session.ts'
import type { Outcome } from './session-state.ts'
import { listStoredDrafts } from './stored-drafts.ts'
import type { Save } from './text-rules.ts'

const project = { title: 'Moths', notes: 'one', version: 3 }
const prefix = projectDraftPrefix('wren', 'moths')
const sessions: EditorSession<ProjectText>[] = []

/** Starts a session. Its server never responds unless the test provides another. */
async function start(
  send: (save: Save<ProjectText>) => Promise<Outcome<ProjectText>> = () => new Promise(() => undefined),
  saved = project,
) {
  const session = await startEditor({ userId: 'wren', projectId: 'moths', project: saved, send })
  sessions.push(session)
  return session
}

function type(session: EditorSession<ProjectText>, notes: string) {
  const text = { title: 'Moths', notes }
  session.dispatch({ type: 'edited', edit: { text, target: 'notes', kind: 'replace', caret: 0, at: now() } })
}

const readStoredNotes = () => listStoredKeys(prefix).map((key) => (readStored(key) as { notes: string }).notes)

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const session of sessions.splice(0)) session.discard()
  localStorage.clear()
})

test.each([
  ['a text that went into another project', 'discard', ['of the other tab', 'put aside']],
  ['a deletion', 'discardAll', ['of the other tab']],
] as const)(
  '%s leaves the drafts of other tabs, and only a deletion removes text that was set aside',
  async (_, method, left) => {
    type(await start(), 'of the other tab')
    persist(`${prefix}aside`, { ...project, notes: 'put aside', sent: [], at: 1, isAside: true })
    const session = await start()
    type(session, 'mine')
    session[method]()
    await expect.poll(() => readStoredNotes().sort()).toEqual(left)
  },
)

test('a draft with line breaks in its title, from before titles were one line, equals its saved text', async () => {
  persist(`${prefix}old`, { title: 'Kitchen\u2028Moths', notes: 'two', version: 3, sent: [], at: 1 })
  const session = await start(undefined, { title: 'Kitchen Moths', notes: 'two', version: 4 })
  expect(session.read()).toMatchObject({ conflict: null, text: { title: 'Kitchen Moths', notes: 'two' } })
  expect(readStoredNotes()).toEqual([])
})

test.each(['\v', '\f', '\u0085', '\u2028', '\u2029'])('a continued draft has a one-line title (%j)', async (end) => {
  persist(`${prefix}old`, { title: `Eleven${end}Moths`, notes: 'two', version: 3, sent: [], at: 1 })
  expect((await start()).read().text).toEqual({ title: 'Eleven Moths', notes: 'two' })
})

test('the latest draft of closed tabs comes first', () => {
  for (const at of [2, 3, 1]) persist(`${prefix}${at}`, { ...project, sent: [], at })
  expect(listStoredDrafts(prefix, parseProjectDraft).map(({ draft }) => draft.at)).toEqual([3, 2, 1])
})

/** A session with a conflict, caused by another save of the same project. */
async function conflicted() {
  const session = await start()
  type(session, 'mine')
  session.dispatch({
    type: 'savedElsewhere',
    saved: { title: 'Moths', notes: 'theirs', version: 4 },
    at: now(),
  })
  return session
}

function fillStorage() {
  const set = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (this.getItem(key) === null) throw new DOMException('Full', 'QuotaExceededError')
    set.call(this, key, value)
  })
}

test('with no space left, the member’s own text is set aside in place of its draft', async () => {
  const session = await conflicted()
  fillStorage()
  session.dispatch({ type: 'chosen', side: 'saved', version: 4, at: now() })
  expect(session.read().text.notes).toBe('theirs')
  expect(session.drafts.listSetAside().map(({ draft }) => draft.notes)).toEqual(['mine'])
})

/** A server that responds only when the test calls `answer`. */
function slowServer() {
  const saves: Save<ProjectText>[] = []
  const pendingSaves: (() => void)[] = []
  const send = (save: Save<ProjectText>) =>
    new Promise<Outcome<ProjectText>>((resolve) => {
      saves.push(save)
      const stored = { title: 'Moths', notes: save.text.notes, version: save.base.version + 1 }
      pendingSaves.push(() => resolve({ kind: 'saved', saved: stored }))
    })
  return { saves, send, answer: () => pendingSaves.shift()?.() }
}

/** Closes a session while its first save is in flight and newer text is unsaved. */
async function closeUnsaved(send: (save: Save<ProjectText>) => Promise<Outcome<ProjectText>>) {
  const left = await start(send)
  type(left, 'one two')
  left.dispatch({ type: 'saveRequested', at: now() })
  type(left, 'one two three')
  left.close()
}

test('text left while its save hangs is there on return, and the late response does not change it', async () => {
  const server = slowServer()
  await closeUnsaved(server.send)
  const reopened = await start()
  expect([reopened.isRecovered, reopened.read().text.notes]).toEqual([true, 'one two three'])
  type(reopened, 'one two three four')
  server.answer()
  await expect.poll(() => reopened.read().base).toMatchObject({ notes: 'one two', version: 4 })
  expect(readStoredNotes()).toEqual(['one two three four'])
  expect(server.saves).toHaveLength(1)
})

test('text left without return is saved, and its draft deleted', async () => {
  const server = slowServer()
  await closeUnsaved(server.send)
  server.answer()
  await expect.poll(() => server.saves.at(-1)).toMatchObject({ text: { notes: 'one two three' }, base: { version: 4 } })
  server.answer()
  await expect.poll(readStoredNotes).toEqual([])
})

test('a browser without locks or channels that work has an editor all the same', async () => {
  vi.spyOn(navigator.locks, 'query').mockRejectedValue(new DOMException('No.', 'SecurityError'))
  vi.spyOn(navigator.locks, 'request').mockImplementation(() => {
    throw new DOMException('No.', 'SecurityError')
  })
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('No.', 'SecurityError')
  })
  persist(`${prefix}gone`, { ...project, notes: 'one two', sent: [], at: 1 })
  const session = await start(async ({ text, base }) => ({
    kind: 'saved',
    saved: { ...text, version: base.version + 1 },
  }))
  expect(session.read().text.notes).toBe('one two')
  session.dispatch({ type: 'saveRequested', at: now() })
  await expect.poll(() => session.read().base.version).toBe(4)
  session.close()
})

failOnWrongAnswers()

/** Mocks the stored versions of the project, which is at version 3. */
function fakeVersions(versions: { version: number; title: string; notes: string }[]) {
  const path = '/api/projects/moths/versions'
  const list = versions.map(({ notes, ...version }) => exampleVersion({ ...version, length: [...notes].length }))
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === path) return checkAnswer('GET', url, Response.json({ versions: list }))
    const version = versions.find(({ version }) => url === `${path}/${version}`)
    return version
      ? checkAnswer('GET', url, Response.json({ version: { ...exampleVersion({}), ...version } }))
      : Response.error()
  })
}

test('a draft that the closing save has saved does not conflict with later changes', async () => {
  fakeVersions([project, { title: 'Moths', notes: 'one 🦋', version: 2 }, { ...project, version: 1 }])
  persist(`${prefix}gone`, { title: 'Moths', notes: 'one 🦋', version: 1, sent: [], at: 1 })
  const session = await start()
  expect(session.read()).toMatchObject({ conflict: null, text: { notes: 'one' } })
  expect(readStoredNotes()).toEqual([])
})

test.each([
  ['that was saved before it was made only', 1],
  ['of which only its length was saved since', 2],
])('a draft %s is a choice', async (_, version) => {
  fakeVersions([project, { title: 'Moths', notes: version === 1 ? 'mine' : 'nime', version }])
  persist(`${prefix}gone`, { title: 'Moths', notes: 'mine', version: 1, sent: [], at: 1 })
  const session = await start()
  expect(session.read()).toMatchObject({ conflict: { version: 3 }, text: { notes: 'mine' } })
})

test('when the versions cannot be loaded, a draft of an older text is a choice', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  persist(`${prefix}gone`, { title: 'Moths', notes: 'mine', version: 1, sent: [], at: 1 })
  expect((await start()).read().conflict).toMatchObject({ version: 3 })
})
