import { handleOutcome, handleSavedElsewhere, rebase, save, unload } from './saving.ts'
import {
  autosaveAt,
  chainTransitions,
  clearPending,
  type EditorEvent,
  type EditorState,
  isDirty,
  persistNow,
  removeAdopted,
  replaceText,
  setAsideThenReplace,
  type Transition,
  withoutEffects,
} from './session-state.ts'
import { pickFields, pickRuleFields } from './text-rules.ts'
import { currentText, type Edit, recordEdit, redo, type UndoHistory, undo } from './undo-history.ts'

const persistDelayMs = 200
/** How long after the browser's `online` event a connection works, in milliseconds. */
const onlineSettleMs = 300

/** The editor as a pure state machine. Only `mergeSaved` and `choose` take text from elsewhere. */
export function reduce<Text>(state: EditorState<Text>, event: EditorEvent<Text>): Transition<Text> {
  switch (event.type) {
    case 'edited':
      return afterChange(applyEdit(state, event.edit), event.edit.at)
    case 'undone':
      return afterChange(applyHistory(state, undo(state.history)), event.at)
    case 'redone':
      return afterChange(applyHistory(state, redo(state.history)), event.at)
    case 'discarded':
      return discard(state)
    case 'restored':
      return restore(state, event.text, event.at)
    case 'timePassed':
      return handleDueTimers(state, event.at)
    case 'saveRequested':
      return save({ ...state, saveAt: null, manualSaves: state.manualSaves + 1 }, event.at, 'manual')
    case 'leaving':
      return chainTransitions(persistNow(state, event.at), (persisted) => save(persisted, event.at, 'due'))
    case 'unloading':
      return unload(state, event.at)
    case 'saveFinished':
      return handleOutcome({ ...state, inFlight: null }, state.inFlight, event.outcome, event.at)
    case 'savedElsewhere':
      return handleSavedElsewhere(state, event.saved, event.at)
    case 'deletedElsewhere':
      return isDirty(state) ? persistNow(markDeleted(state), event.at) : withoutEffects(markDeleted(state))
    case 'signedOut':
      return withoutEffects({ ...state, problem: { kind: 'signed-out' } })
    case 'wentOffline':
      return withoutEffects({ ...state, isOnline: false })
    case 'wentOnline':
      return withoutEffects({
        ...state,
        isOnline: true,
        attempts: 0,
        saveAt: state.rules.savesAutomatically ? event.at + onlineSettleMs : null,
      })
    case 'signedIn':
      return signIn(state, event.at)
    case 'persisted':
      return afterPersisted(state, event.isStored)
    case 'chosen':
      return choose(state, event)
    case 'setAsideStored':
      return replaceIfSetAside(state, event)
  }
}

const markDeleted = <Text>(state: EditorState<Text>): EditorState<Text> => ({
  ...state,
  problem: { kind: 'gone' },
  saveAt: null,
})

const applyEdit = <Text>(state: EditorState<Text>, edit: Edit<Text>): EditorState<Text> => ({
  ...state,
  text: edit.text,
  history: recordEdit(state, edit),
})

function applyHistory<Text>(state: EditorState<Text>, history: UndoHistory<Text>): EditorState<Text> {
  if (history === state.history) return state
  const text = { ...currentText(history), ...pickFields(state.text, state.rules.fieldsWithoutUndo) }
  const caret = state.rules.caretAfter(state.text, text)
  return { ...state, text, history, replaced: { count: state.replaced.count + 1, caret } }
}

function afterChange<Text>(state: EditorState<Text>, at: number): Transition<Text> {
  const isRefused = state.problem?.kind === 'refused'
  const after = {
    ...state,
    problem: isRefused ? null : state.problem,
    hasSetAsideFailed: false,
    saveAt: autosaveAt(state, at),
  }
  if (!state.rules.isLong(state.text)) return persistNow(after, at)
  return withoutEffects({ ...after, persistAt: state.persistAt ?? at + persistDelayMs })
}

function afterPersisted<Text>(state: EditorState<Text>, isStored: boolean): Transition<Text> {
  if (!isStored) return withoutEffects({ ...state, hasStorageFailed: true })
  return { state: { ...state, hasStorageFailed: false, adoptedKeys: [] }, effects: removeAdopted(state) }
}

function handleDueTimers<Text>(state: EditorState<Text>, at: number): Transition<Text> {
  const isPersistDue = state.persistAt !== null && state.persistAt <= at
  const persisted = isPersistDue ? persistNow(state, at) : withoutEffects(state)
  return chainTransitions(persisted, (after) =>
    after.saveAt !== null && after.saveAt <= at ? save({ ...after, saveAt: null }, at, 'due') : withoutEffects(after),
  )
}

function choose<Text>(
  state: EditorState<Text>,
  { side, version, at }: Extract<EditorEvent<Text>, { type: 'chosen' }>,
): Transition<Text> {
  const { conflict } = state
  if (conflict?.version !== version) return withoutEffects(state)
  if (side === 'saved')
    return setAsideThenReplace(state, { text: pickRuleFields(state.rules, conflict as Text), from: conflict }, at)
  const localState = { ...rebase(state, conflict), hasSetAsideFailed: false }
  return chainTransitions(persistNow(localState, at), (persisted) =>
    state.rules.savesAutomatically ? save(persisted, at, 'manual') : withoutEffects(persisted),
  )
}

function discard<Text>(state: EditorState<Text>): Transition<Text> {
  const saved = state.conflict ?? state.base
  const after = replaceText(state, pickRuleFields(state.rules, saved))
  return clearPending({ ...rebase(after, saved), problem: null })
}

/** Puts unsaved text aside first, because it is in no version. */
const restore = <Text>(state: EditorState<Text>, text: Text, at: number): Transition<Text> =>
  isDirty(state) ? setAsideThenReplace(state, { text }, at) : afterChange(replaceText(state, text), at)

/** Replaces the text only if the previous text was put aside. */
function replaceIfSetAside<Text>(
  state: EditorState<Text>,
  { isStored, replacement, at }: Extract<EditorEvent<Text>, { type: 'setAsideStored' }>,
): Transition<Text> {
  if (!isStored) return withoutEffects({ ...state, hasSetAsideFailed: true })
  const after = { ...replaceText(state, replacement.text), hasSetAsideFailed: false }
  return replacement.from
    ? persistNow({ ...rebase(after, replacement.from), problem: null }, at)
    : afterChange(after, at)
}

function signIn<Text>(state: EditorState<Text>, at: number): Transition<Text> {
  if (state.problem?.kind !== 'signed-out') return withoutEffects(state)
  return save({ ...state, problem: null, attempts: 0 }, at, 'due')
}
