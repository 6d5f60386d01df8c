import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  applyChangeElsewhere,
  autosaveAt,
  chainTransitions,
  clearPending,
  type EditorState,
  type Effect,
  isDirty,
  type Outcome,
  outgoing,
  persistNow,
  type Transition,
  withoutEffects,
} from './session-state.ts'
import { fingerprint, isSameField, isSameText, pickRuleFields, type Saved } from './text-rules.ts'

const minRetryMs = 1_000
const maxRetryMs = 60_000

export function save<Text>(state: EditorState<Text>, at: number, trigger: 'due' | 'manual'): Transition<Text> {
  if (state.inFlight) return withoutEffects({ ...state, isSaveQueued: true })
  if (trigger === 'manual' && state.problem?.kind === 'gone') return retryDeleted(state, at)
  if (!isDirty(state)) return clearPending(state)
  if (trigger === 'due' && !mayAutosave(state)) return withoutEffects(state)
  return canSend(state) ? send(state, at) : withoutEffects(state)
}

const mayAutosave = <Text>({ rules, isOnline, problem }: EditorState<Text>) =>
  rules.savesAutomatically && isOnline && problem?.kind !== 'signed-out'

function retryDeleted<Text>(state: EditorState<Text>, at: number): Transition<Text> {
  const after = { ...state, problem: null }
  return canSend(after) ? send(after, at) : withoutEffects(state)
}

function send<Text>(state: EditorState<Text>, at: number): Transition<Text> {
  const inFlight = outgoing(state)
  const after = {
    ...state,
    inFlight,
    isSaveQueued: false,
    saveAt: null,
    sent: [...state.sent, fingerprint(state.rules, inFlight)],
  }
  const persisted = persistNow(after, at)
  return {
    state: persisted.state,
    effects: [...persisted.effects, { type: 'send', save: saveOf(after) }],
  }
}

const canSend = <Text>({ conflict, problem, rules, text }: EditorState<Text>) =>
  conflict === null && problem?.kind !== 'gone' && !rules.isTooLong(text)

const saveOf = <Text>({ text, base }: EditorState<Text>) => ({ text, base })

/** On unload: stores the draft, and sends its text unless the same text is in flight. */
export function unload<Text>(state: EditorState<Text>, at: number): Transition<Text> {
  const isSending = state.inFlight !== null && isSameText(state.rules, state.inFlight, outgoing(state))
  if (!isDirty(state) || isSending || !canSend(state) || !mayAutosave(state)) return persistNow(state, at)
  const after = { ...state, sent: [...state.sent, fingerprint(state.rules, outgoing(state))] }
  const persisted = persistNow(after, at)
  const sendEffect: Effect<Text> = { type: 'send', save: saveOf(after), isUnloading: true }
  return { state: persisted.state, effects: [...persisted.effects, sendEffect] }
}

export function handleOutcome<Text>(
  state: EditorState<Text>,
  inFlight: Text | null,
  outcome: Outcome<Text>,
  at: number,
): Transition<Text> {
  switch (outcome.kind) {
    case 'saved':
      return chainTransitions(handleSaved(state, inFlight, outcome.saved, at), (after) => continueSaving(after, at))
    case 'changed':
      // Prevents an endless loop if the server rejects its own version.
      if (outcome.saved.version === state.base.version) return fail(state, i18n._(genericErrorMessage), at)
      return chainTransitions(handleVersionConflict(state, outcome.saved, at), (after) => continueSaving(after, at))
    case 'failed':
      return fail(state, outcome.userMessage, at)
    case 'refused':
      return withoutEffects({
        ...withoutSent(state, inFlight),
        problem: { kind: 'refused', userMessage: outcome.userMessage },
      })
    default:
      return withoutEffects({
        ...withoutSent(state, inFlight),
        saveAt: null,
        problem: { kind: outcome.kind },
      })
  }
}

function withoutSent<Text>(state: EditorState<Text>, inFlight: Text | null): EditorState<Text> {
  const sentIndex = inFlight ? state.sent.lastIndexOf(fingerprint(state.rules, inFlight)) : -1
  return { ...state, isSaveQueued: false, sent: state.sent.filter((_, index) => index !== sentIndex) }
}

/** The server rejected this tab's version, so the server's text is new to this tab and maybe to others. */
function handleVersionConflict<Text>(state: EditorState<Text>, saved: Saved<Text>, at: number): Transition<Text> {
  const version = Math.min(state.base.version, saved.version - 1)
  const after = { ...state, problem: null, attempts: 0, isSaveQueued: true, base: { ...state.base, version } }
  return chainTransitions({ state: after, effects: [{ type: 'announce', saved }] }, (next) =>
    mergeSaved(next, saved, at),
  )
}

const genericErrorMessage = msg`Something went wrong. Please try again.`

const fail = <Text>(state: EditorState<Text>, userMessage: string, at: number): Transition<Text> =>
  withoutEffects({
    ...state,
    problem: { kind: 'failed', userMessage },
    isSaveQueued: false,
    attempts: state.attempts + 1,
    saveAt: state.rules.savesAutomatically ? at + Math.min(minRetryMs * 2 ** state.attempts, maxRetryMs) : null,
  })

function handleSaved<Text>(
  state: EditorState<Text>,
  inFlight: Text | null,
  saved: Saved<Text>,
  at: number,
): Transition<Text> {
  const online = { ...state, problem: null, attempts: 0 }
  if (!inFlight || !isSameText(state.rules, inFlight, saved)) return mergeSaved(online, saved, at)
  const after = { ...online, base: saved, sent: [] }
  return chainTransitions({ state: after, effects: [{ type: 'announce', saved }] }, (next) => persistNow(next, at))
}

function continueSaving<Text>(state: EditorState<Text>, at: number): Transition<Text> {
  const { savedElsewhere } = state
  const merged = savedElsewhere
    ? mergeSaved({ ...state, savedElsewhere: null }, savedElsewhere, at)
    : withoutEffects(state)
  return chainTransitions(merged, (after) => {
    // A manual save that was merged with a change elsewhere is sent again.
    const trigger = after.rules.savesAutomatically ? 'due' : 'manual'
    if (after.isSaveQueued) return save({ ...after, isSaveQueued: false }, at, trigger)
    const isUnscheduled = isDirty(after) && after.saveAt === null
    return withoutEffects(isUnscheduled ? { ...after, saveAt: autosaveAt(after, at) } : after)
  })
}

export function handleSavedElsewhere<Text>(state: EditorState<Text>, saved: Saved<Text>, at: number): Transition<Text> {
  if (state.inFlight) return withoutEffects({ ...state, savedElsewhere: newer(state.savedElsewhere, saved) })
  return chainTransitions(mergeSaved(state, saved, at), (after) => continueSaving(after, at))
}

const newer = <Text>(a: Saved<Text> | null, b: Saved<Text>) => (a && a.version > b.version ? a : b)

/** Neither our own save with a lost response nor a change to another field is a conflict. */
export function mergeSaved<Text>(state: EditorState<Text>, saved: Saved<Text>, at: number): Transition<Text> {
  const knownVersion = state.conflict?.version ?? state.base.version
  if (saved.version <= knownVersion) return withoutEffects(state)
  const isOwnSave = state.sent.includes(fingerprint(state.rules, saved))
  if (isOwnSave || isSameText(state.rules, outgoing({ ...state, base: saved }), saved))
    return persistNow(rebase(state, saved), at)
  if (state.conflict) return withoutEffects({ ...state, conflict: saved })
  const merged = mergedText(state, saved)
  if (!merged) return persistNow({ ...state, conflict: saved, saveAt: null, isSaveQueued: false }, at)
  const after = rebase(applyChangeElsewhere(state, merged), saved)
  return persistNow({ ...after, saveAt: autosaveAt(after, at) }, at)
}

export const rebase = <Text>(state: EditorState<Text>, base: Saved<Text>): EditorState<Text> => ({
  ...state,
  base,
  sent: [],
  conflict: null,
})

function mergedText<Text>(state: EditorState<Text>, saved: Saved<Text>): Text | undefined {
  const { rules, base } = state
  const localText = outgoing(state)
  const merged = { ...pickRuleFields(rules, state.text) }
  for (const field of rules.fields) {
    const isChangedElsewhere = !isSameField(rules, field, saved, base) && !isSameField(rules, field, localText, saved)
    if (!isChangedElsewhere) continue
    if (!isSameField(rules, field, localText, base) && !rules.derivedFields.includes(field)) return undefined
    merged[field] = saved[field]
  }
  for (const field of rules.derivedFields) merged[field] = saved[field]
  return rules.withDerived(saved, merged)
}
