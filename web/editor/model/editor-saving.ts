import { workspaceDelays } from '#contract/workspace-limits.ts'
import { mergeSaved } from './editor-merge.ts'
import { type EditorState, type Effect, isDirty, type Outcome, outgoing } from './editor-state.ts'
import { chain, keepNow, type Step, settle, stay } from './editor-steps.ts'
import { bytesOver, fingerprint, type ProjectText, type SavedText, sameText } from './project-text.ts'

/** The first wait after a failed save, which doubles, and the longest; in milliseconds. */
const firstRetry = 1_000
const longestRetry = 60_000

/**
 * A save that is due waits for the network and the session; one that is asked for tries without them, and whether a
 * project that was gone is there.
 */
export function save(state: EditorState, at: number, why: 'due' | 'asked'): Step {
  if (state.flight) return stay({ ...state, isAsked: true })
  if (why === 'asked' && state.trouble?.kind === 'gone') return lookAgain(state, at)
  if (!isDirty(state)) return settle(state)
  if (why === 'due' && (!state.isOnline || state.trouble?.kind === 'signed-out')) return stay(state)
  return canSend(state) ? send(state, at) : stay(state)
}

function lookAgain(state: EditorState, at: number): Step {
  const after = { ...state, trouble: null }
  return canSend(after) ? send(after, at) : stay(state)
}

function send(state: EditorState, at: number): Step {
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
export function unload(state: EditorState, at: number): Step {
  const isOnItsWay = state.flight !== null && sameText(state.flight, outgoing(state))
  const isTried = isDirty(state) && !isOnItsWay && canSend(state) && state.isOnline
  if (!isTried || state.trouble?.kind === 'signed-out') return keepNow(state, at)
  const after = { ...state, sent: [...state.sent, fingerprint(outgoing(state))] }
  const kept = keepNow(after, at)
  const last: Effect = { type: 'send', save: saveOf(after), isUnloading: true }
  return { state: kept.state, effects: [...kept.effects, last] }
}

export function answer(state: EditorState, flight: ProjectText | null, outcome: Outcome, at: number): Step {
  switch (outcome.kind) {
    case 'saved':
      return chain(saved(state, flight, outcome.project, at), (after) => goOn(after, at))
    case 'changed':
      // A server that refuses the very version it has would be asked again and again.
      if (outcome.project.version === state.base.version) return fail(state, confused, at)
      return chain(takeRefusal(state, outcome.project, at), (after) => goOn(after, at))
    case 'failed':
      return fail(state, outcome.sentence, at)
    case 'refused':
      return stay({ ...unsent(state, flight), trouble: { kind: 'refused', sentence: outcome.sentence } })
    default:
      return stay({ ...unsent(state, flight), saveAt: null, trouble: { kind: outcome.kind } })
  }
}

/** What was sent did not become the server's. */
function unsent(state: EditorState, flight: ProjectText | null): EditorState {
  const at = flight ? state.sent.lastIndexOf(fingerprint(flight)) : -1
  return { ...state, isAsked: false, sent: state.sent.filter((_, index) => index !== at) }
}

/** The server has refused the version this tab knew, so whatever it has is news, to other tabs as well. */
function takeRefusal(state: EditorState, project: SavedText, at: number): Step {
  const version = Math.min(state.base.version, project.version - 1)
  const after = { ...state, trouble: null, tries: 0, isAsked: true, base: { ...state.base, version } }
  return chain({ state: after, effects: [{ type: 'announce', project }] }, (next) =>
    mergeSaved(next, project, at),
  )
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
  if (!flight || !sameText(flight, project)) return mergeSaved(reached, project, at)
  const after = { ...reached, base: project, sent: [] }
  return chain({ state: after, effects: [{ type: 'announce', project }] }, (next) => keepNow(next, at))
}

/** After an answer: what was asked for here or saved elsewhere meanwhile. */
function goOn(state: EditorState, at: number): Step {
  const { savedElsewhere } = state
  const merged = savedElsewhere
    ? mergeSaved({ ...state, savedElsewhere: null }, savedElsewhere, at)
    : stay(state)
  return chain(merged, (after) => {
    if (after.isAsked) return save({ ...after, isAsked: false }, at, 'due')
    const isForgotten = isDirty(after) && after.saveAt === null
    return stay(isForgotten ? { ...after, saveAt: at + workspaceDelays.autosave } : after)
  })
}

export function takeSavedElsewhere(state: EditorState, project: SavedText, at: number): Step {
  if (state.flight) return stay({ ...state, savedElsewhere: newer(state.savedElsewhere, project) })
  return chain(mergeSaved(state, project, at), (after) => goOn(after, at))
}

const newer = (a: SavedText | null, b: SavedText) => (a && a.version > b.version ? a : b)
