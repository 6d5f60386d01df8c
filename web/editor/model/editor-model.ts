import { workspaceDelays } from '#contract/workspace-limits.ts'
import { answer, rebase, save, takeSavedElsewhere, unload } from './editor-saving.ts'
import {
  chain,
  type EditorEvent,
  type EditorState,
  forgetInherited,
  isDirty,
  keepAsideThenReplace,
  keepNow,
  replaceText,
  type Step,
  stay,
} from './editor-state.ts'
import { fieldsOf, picked } from './text-rules.ts'
import { type Edit, present, recordEdit, redo, type UndoHistory, undo } from './undo-history.ts'

const keptLater = 200
/** How long after the browser's `online` event a connection works, in milliseconds. */
const onlineTakes = 300

/** The editor as a pure state machine. Only `mergeSaved` and `choose` take text from elsewhere. */
export function next<Text>(state: EditorState<Text>, event: EditorEvent<Text>): Step<Text> {
  switch (event.type) {
    case 'edited':
      return changed(type(state, event.edit), event.edit.at)
    case 'undone':
      return changed(travel(state, undo(state.history)), event.at)
    case 'redone':
      return changed(travel(state, redo(state.history)), event.at)
    case 'restored':
      return restore(state, event.text, event.at)
    case 'timePassed':
      return passTime(state, event.at)
    case 'saveAsked':
      return save({ ...state, saveAt: null, asks: state.asks + 1 }, event.at, 'asked')
    case 'leaving':
      return chain(keepNow(state, event.at), (kept) => save(kept, event.at, 'due'))
    case 'unloading':
      return unload(state, event.at)
    case 'answered':
      return answer({ ...state, flight: null }, state.flight, event.outcome, event.at)
    case 'savedElsewhere':
      return takeSavedElsewhere(state, event.saved, event.at)
    case 'deletedElsewhere':
      return isDirty(state) ? keepNow(gone(state), event.at) : stay(gone(state))
    case 'signedOut':
      return stay({ ...state, trouble: { kind: 'signed-out' } })
    case 'wentOffline':
      return stay({ ...state, isOnline: false })
    case 'wentOnline':
      return stay({ ...state, isOnline: true, tries: 0, saveAt: event.at + onlineTakes })
    case 'signedIn':
      return signIn(state, event.at)
    case 'kept':
      return keptDraft(state, event.isKept)
    case 'chosen':
      return choose(state, event)
    case 'asideKept':
      return replaceIfKept(state, event)
  }
}

const gone = <Text>(state: EditorState<Text>): EditorState<Text> => ({
  ...state,
  trouble: { kind: 'gone' },
  saveAt: null,
})

const type = <Text>(state: EditorState<Text>, edit: Edit<Text>): EditorState<Text> => ({
  ...state,
  text: edit.text,
  history: recordEdit(state, edit),
})

function travel<Text>(state: EditorState<Text>, history: UndoHistory<Text>): EditorState<Text> {
  if (history === state.history) return state
  const text = { ...present(history), ...picked(state.text, state.rules.notUndone) }
  const caret = state.rules.caretAfter(state.text, text)
  return { ...state, text, history, replaced: { count: state.replaced.count + 1, caret } }
}

function changed<Text>(state: EditorState<Text>, at: number): Step<Text> {
  const isRefused = state.trouble?.kind === 'refused'
  const after = {
    ...state,
    trouble: isRefused ? null : state.trouble,
    isAsideRefused: false,
    saveAt: at + workspaceDelays.autosave,
  }
  if (!state.rules.isLong(state.text)) return keepNow(after, at)
  return stay({ ...after, keepAt: state.keepAt ?? at + keptLater })
}

function keptDraft<Text>(state: EditorState<Text>, isKept: boolean): Step<Text> {
  if (!isKept) return stay({ ...state, isUnkept: true })
  return { state: { ...state, isUnkept: false, inherited: [] }, effects: forgetInherited(state) }
}

function passTime<Text>(state: EditorState<Text>, at: number): Step<Text> {
  const isKeepDue = state.keepAt !== null && state.keepAt <= at
  const kept = isKeepDue ? keepNow(state, at) : stay(state)
  return chain(kept, (after) =>
    after.saveAt !== null && after.saveAt <= at ? save({ ...after, saveAt: null }, at, 'due') : stay(after),
  )
}

function choose<Text>(
  state: EditorState<Text>,
  { side, version, at }: Extract<EditorEvent<Text>, { type: 'chosen' }>,
): Step<Text> {
  const { conflict } = state
  if (conflict?.version !== version) return stay(state)
  if (side === 'saved')
    return keepAsideThenReplace(state, { text: fieldsOf(state.rules, conflict as Text), from: conflict }, at)
  const mine = { ...rebase(state, conflict), isAsideRefused: false }
  return chain(keepNow(mine, at), (kept) => save(kept, at, 'asked'))
}

/** Puts unsaved text aside first, because it is in no version. */
const restore = <Text>(state: EditorState<Text>, text: Text, at: number): Step<Text> =>
  isDirty(state) ? keepAsideThenReplace(state, { text }, at) : changed(replaceText(state, text), at)

/** Replaces the text only if the previous text was put aside. */
function replaceIfKept<Text>(
  state: EditorState<Text>,
  { isKept, by, at }: Extract<EditorEvent<Text>, { type: 'asideKept' }>,
): Step<Text> {
  if (!isKept) return stay({ ...state, isAsideRefused: true })
  const after = { ...replaceText(state, by.text), isAsideRefused: false }
  return by.from ? keepNow({ ...rebase(after, by.from), trouble: null }, at) : changed(after, at)
}

function signIn<Text>(state: EditorState<Text>, at: number): Step<Text> {
  if (state.trouble?.kind !== 'signed-out') return stay(state)
  return save({ ...state, trouble: null, tries: 0 }, at, 'due')
}
