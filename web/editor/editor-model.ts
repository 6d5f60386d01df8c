import { workspaceDelays } from '#contract/workspace-limits.ts'
import {
  type Draft,
  type EditorEvent,
  type EditorState,
  type Effect,
  isDirty,
  type Outcome,
  outgoing,
} from './editor-state.ts'
import { bytesOver, fingerprint, type ProjectText, type SavedText, sameText, textOf } from './project-text.ts'
import { caretAfter } from './text-change.ts'
import { type Edit, present, recordEdit, recordText, redo, type UndoHistory, undo } from './undo-history.ts'

export type Step = { state: EditorState; effects: Effect[] }

/** Texts up to this many letters are kept at every key; longer ones a moment later, in milliseconds. */
const keptAtOnce = 50_000
const keptLater = 200
/** The first wait after a failed save, which doubles, and the longest; in milliseconds. */
const firstRetry = 1_000
const longestRetry = 60_000

/**
 * Everything that can happen to a text. Pure: no clock, no storage, no network. What is typed is in `text` until the
 * server has it, every change of it makes a draft, and only `meet` and `choose` ever take a text from elsewhere.
 */
export function next(state: EditorState, event: EditorEvent): Step {
  switch (event.type) {
    case 'edited':
      return changed(type(state, event.edit), event.edit.at)
    case 'undone':
      return changed(travel(state, undo(state.history)), event.at)
    case 'redone':
      return changed(travel(state, redo(state.history)), event.at)
    case 'restored':
      return changed(place(state, event.text), event.at)
    case 'timePassed':
      return passTime(state, event.at)
    case 'saveAsked':
      return save({ ...state, saveAt: null }, event.at, 'asked')
    case 'hidden':
      return chain(keepNow(state, event.at), (kept) => save(kept, event.at, 'due'))
    case 'parted':
      return part(state, event.at)
    case 'answered':
      return answer({ ...state, flight: null }, state.flight, event.outcome, event.at)
    case 'heard':
      return hear(state, event.project, event.at)
    case 'deletedElsewhere':
      return stay({ ...state, trouble: { kind: 'gone' }, saveAt: null })
    case 'signedOut':
      return stay({ ...state, trouble: { kind: 'signed-out' } })
    case 'wentOffline':
      return stay({ ...state, isOnline: false })
    case 'wentOnline':
      return save({ ...state, isOnline: true, tries: 0 }, event.at, 'due')
    case 'signedIn':
      return signIn(state, event.at)
    case 'kept':
      return keptDraft(state, event.isKept)
    case 'chosen':
      return choose(state, event)
  }
}

export const stay = (state: EditorState): Step => ({ state, effects: [] })

/** One step after another, with the effects of both. */
function chain(first: Step, then: (state: EditorState) => Step): Step {
  const second = then(first.state)
  return { state: second.state, effects: [...first.effects, ...second.effects] }
}

const type = (state: EditorState, edit: Edit): EditorState => ({
  ...state,
  text: edit.text,
  history: recordEdit(state.history, edit),
})

function travel(state: EditorState, history: UndoHistory): EditorState {
  if (history === state.history) return state
  const text = present(history)
  const caret = caretAfter(state.text, text)
  return { ...state, text, history, placed: { count: state.placed.count + 1, caret } }
}

/** Puts a text there that nobody typed; it can be undone. */
function place(state: EditorState, text: ProjectText): EditorState {
  if (sameText(text, state.text)) return state
  const history = recordText(state.history, text)
  return { ...state, text, history, placed: { count: state.placed.count + 1 } }
}

/** After the maker changed the text: it is kept here now, and saved in a while. */
function changed(state: EditorState, at: number): Step {
  const isRefused = state.trouble?.kind === 'refused'
  const after = { ...state, trouble: isRefused ? null : state.trouble, saveAt: at + workspaceDelays.autosave }
  if (state.text.notes.length <= keptAtOnce) return keepNow(after, at)
  return stay({ ...after, keepAt: state.keepAt ?? at + keptLater })
}

/** What is not saved is kept; what is saved need not be. */
function keepNow(state: EditorState, at: number): Step {
  if (!isDirty(state) && !state.flight) return settle(state)
  return { state: { ...state, keepAt: null }, effects: [{ type: 'keep', draft: draftOf(state, at) }] }
}

const draftOf = ({ text, base, sent }: EditorState, at: number): Draft => ({
  ...textOf(text),
  version: base.version,
  sent,
  at,
})

/** Everything is on the server. */
const settle = (state: EditorState): Step => ({
  state: { ...state, saveAt: null, keepAt: null, isAsked: false, tries: 0, isUnkept: false, inherited: [] },
  effects: [{ type: 'forget' }, ...forgetInherited(state)],
})

const forgetInherited = ({ inherited }: EditorState): Effect[] =>
  inherited.length > 0 ? [{ type: 'forgetKeys', keys: inherited }] : []

function keptDraft(state: EditorState, isKept: boolean): Step {
  if (!isKept) return stay({ ...state, isUnkept: true })
  return { state: { ...state, isUnkept: false, inherited: [] }, effects: forgetInherited(state) }
}

function passTime(state: EditorState, at: number): Step {
  const isKeepDue = state.keepAt !== null && state.keepAt <= at
  const kept = isKeepDue ? keepNow(state, at) : stay(state)
  return chain(kept, (after) =>
    after.saveAt !== null && after.saveAt <= at ? save({ ...after, saveAt: null }, at, 'due') : stay(after),
  )
}

/** A save that is due waits for the network and the session; one that is asked for tries without them. */
function save(state: EditorState, at: number, why: 'due' | 'asked'): Step {
  if (state.flight) return stay({ ...state, isAsked: true })
  if (!isDirty(state)) return settle(state)
  if (!canSend(state)) return stay(state)
  if (why === 'due' && (!state.isOnline || state.trouble?.kind === 'signed-out')) return stay(state)
  const flight = outgoing(state)
  const after = { ...state, flight, isAsked: false, saveAt: null, sent: [...state.sent, fingerprint(flight)] }
  const kept = keepNow(after, at)
  return { state: kept.state, effects: [...kept.effects, { type: 'send', save: saveOf(after) }] }
}

const canSend = ({ conflict, trouble, text }: EditorState) =>
  conflict === null && trouble?.kind !== 'gone' && bytesOver(text.notes) === 0

function saveOf({ text, base }: EditorState) {
  const title = text.title.trim()
  return { ...(title && { title }), notes: text.notes, version: base.version }
}

/** The page goes: the draft is kept, and what is not on its way is sent after it. */
function part(state: EditorState, at: number): Step {
  const isOnItsWay = state.flight !== null && sameText(state.flight, outgoing(state))
  const isTried = isDirty(state) && !isOnItsWay && canSend(state) && state.isOnline
  if (!isTried || state.trouble?.kind === 'signed-out') return keepNow(state, at)
  const after = { ...state, sent: [...state.sent, fingerprint(outgoing(state))] }
  const kept = keepNow(after, at)
  const parting: Effect = { type: 'send', save: saveOf(after), isParting: true }
  return { state: kept.state, effects: [...kept.effects, parting] }
}

function answer(state: EditorState, flight: ProjectText | null, outcome: Outcome, at: number): Step {
  switch (outcome.kind) {
    case 'saved':
      return chain(saved(state, flight, outcome.project, at), (after) => goOn(after, at))
    case 'changed':
      // A server that refuses the very version it has would be asked again and again.
      if (outcome.project.version === state.base.version) return fail(state, confused, at)
      return chain(refute(state, outcome.project, at), (after) => goOn(after, at))
    case 'failed':
      return fail(state, outcome.sentence, at)
    case 'refused':
      return stay({ ...state, isAsked: false, trouble: { kind: 'refused', sentence: outcome.sentence } })
    default:
      return stay({ ...state, isAsked: false, saveAt: null, trouble: { kind: outcome.kind } })
  }
}

/** The server has refused the version this tab knew, so whatever it has is news, to other tabs as well. */
function refute(state: EditorState, project: SavedText, at: number): Step {
  const version = Math.min(state.base.version, project.version - 1)
  const after = { ...state, trouble: null, tries: 0, isAsked: true, base: { ...state.base, version } }
  return chain({ state: after, effects: [{ type: 'tell', project }] }, (told) => meet(told, project, at))
}

const confused = 'Something went wrong. Please try again.'

const fail = (state: EditorState, sentence: string, at: number): Step =>
  stay({
    ...state,
    trouble: { kind: 'failed', sentence },
    isAsked: false,
    tries: state.tries + 1,
    saveAt: at + Math.min(firstRetry * 2 ** state.tries, longestRetry),
  })

function saved(state: EditorState, flight: ProjectText | null, project: SavedText, at: number): Step {
  const reached = { ...state, trouble: null, tries: 0 }
  if (!flight || !sameText(flight, project)) return meet(reached, project, at)
  const after = { ...reached, base: project, sent: [] }
  return chain({ state: after, effects: [{ type: 'tell', project }] }, (told) => keepNow(told, at))
}

/** After an answer: what was asked for or heard meanwhile. */
function goOn(state: EditorState, at: number): Step {
  const { heard } = state
  const met = heard ? meet({ ...state, heard: null }, heard, at) : stay(state)
  return chain(met, (after) => {
    if (after.isAsked) return save({ ...after, isAsked: false }, at, 'due')
    const isForgotten = isDirty(after) && after.saveAt === null
    return stay(isForgotten ? { ...after, saveAt: at + workspaceDelays.autosave } : after)
  })
}

function hear(state: EditorState, project: SavedText, at: number): Step {
  if (state.flight) return stay({ ...state, heard: newer(state.heard, project) })
  return chain(meet(state, project, at), (after) => goOn(after, at))
}

const newer = (a: SavedText | null, b: SavedText) => (a && a.version > b.version ? a : b)

/**
 * The server has another text than this tab was made from. A save of our own whose answer was lost is no other text;
 * where only one side changed a field, that change stands; everything else is the maker's choice.
 */
function meet(state: EditorState, project: SavedText, at: number): Step {
  const known = state.conflict?.version ?? state.base.version
  if (project.version <= known) return stay(state)
  const isOurs = state.sent.includes(fingerprint(project))
  if (isOurs || sameText(outgoing({ ...state, base: project }), project))
    return keepNow(rebase(state, project), at)
  if (state.conflict) return stay({ ...state, conflict: project })
  const merged = merge(state, project)
  if (!merged) return keepNow({ ...state, conflict: project, saveAt: null, isAsked: false }, at)
  const after = rebase(place(state, merged), project)
  return keepNow({ ...after, saveAt: at + workspaceDelays.autosave }, at)
}

const rebase = (state: EditorState, base: SavedText): EditorState => ({
  ...state,
  base,
  sent: [],
  conflict: null,
})

/** Undefined when both sides changed the same field. */
function merge(state: EditorState, project: SavedText): ProjectText | undefined {
  const mine = outgoing(state)
  const title = mergedField(mine.title, state.base.title, project.title)
  const notes = mergedField(mine.notes, state.base.notes, project.notes)
  if (title === undefined || notes === undefined) return undefined
  return { title: title === mine.title ? state.text.title : title, notes }
}

function mergedField(mine: string, base: string, theirs: string) {
  if (mine === theirs || theirs === base) return mine
  return mine === base ? theirs : undefined
}

/** What was chosen against stays: the saved one among the versions, one's own aside in this browser and under undo. */
function choose(state: EditorState, { side, version, at }: Extract<EditorEvent, { type: 'chosen' }>): Step {
  const { conflict } = state
  if (conflict?.version !== version) return stay(state)
  if (side === 'mine') {
    return chain(keepNow(rebase(state, conflict), at), (mine) => save(mine, at, 'asked'))
  }
  const aside: Effect = { type: 'putAside', draft: { ...draftOf(state, at), isAside: true } }
  const after = rebase(place(state, textOf(conflict)), conflict)
  return chain({ state: { ...after, trouble: null }, effects: [aside] }, (chosen) => keepNow(chosen, at))
}

function signIn(state: EditorState, at: number): Step {
  if (state.trouble?.kind !== 'signed-out') return stay(state)
  return save({ ...state, trouble: null, tries: 0 }, at, 'due')
}
