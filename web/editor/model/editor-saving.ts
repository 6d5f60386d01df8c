import { workspaceDelays } from '#contract/workspace-limits.ts'
import {
  chain,
  type EditorState,
  type Effect,
  follow,
  isDirty,
  keepNow,
  type Outcome,
  outgoing,
  type Step,
  settle,
  stay,
} from './editor-state.ts'
import { fieldsOf, fingerprint, type Saved, same, sameField } from './text-rules.ts'

const firstRetry = 1_000
const longestRetry = 60_000

export function save<Text>(state: EditorState<Text>, at: number, why: 'due' | 'asked'): Step<Text> {
  if (state.flight) return stay({ ...state, isAsked: true })
  if (why === 'asked' && state.trouble?.kind === 'gone') return lookAgain(state, at)
  if (!isDirty(state)) return settle(state)
  if (why === 'due' && (!state.isOnline || state.trouble?.kind === 'signed-out')) return stay(state)
  return canSend(state) ? send(state, at) : stay(state)
}

function lookAgain<Text>(state: EditorState<Text>, at: number): Step<Text> {
  const after = { ...state, trouble: null }
  return canSend(after) ? send(after, at) : stay(state)
}

function send<Text>(state: EditorState<Text>, at: number): Step<Text> {
  const flight = outgoing(state)
  const after = {
    ...state,
    flight,
    isAsked: false,
    saveAt: null,
    sent: [...state.sent, fingerprint(state.rules, flight)],
  }
  const kept = keepNow(after, at)
  return { state: kept.state, effects: [...kept.effects, { type: 'send', save: saveOf(after) }] }
}

const canSend = <Text>({ conflict, trouble, rules, text }: EditorState<Text>) =>
  conflict === null && trouble?.kind !== 'gone' && !rules.isTooLong(text)

const saveOf = <Text>({ rules, text, base }: EditorState<Text>) => rules.saveOf(text, base.version)

/** On unload: stores the draft, and sends its text unless the same text is in flight. */
export function unload<Text>(state: EditorState<Text>, at: number): Step<Text> {
  const isOnItsWay = state.flight !== null && same(state.rules, state.flight, outgoing(state))
  const isTried = isDirty(state) && !isOnItsWay && canSend(state) && state.isOnline
  if (!isTried || state.trouble?.kind === 'signed-out') return keepNow(state, at)
  const after = { ...state, sent: [...state.sent, fingerprint(state.rules, outgoing(state))] }
  const kept = keepNow(after, at)
  const last: Effect<Text> = { type: 'send', save: saveOf(after), isUnloading: true }
  return { state: kept.state, effects: [...kept.effects, last] }
}

export function answer<Text>(
  state: EditorState<Text>,
  flight: Text | null,
  outcome: Outcome<Text>,
  at: number,
): Step<Text> {
  switch (outcome.kind) {
    case 'saved':
      return chain(takeSaved(state, flight, outcome.saved, at), (after) => goOn(after, at))
    case 'changed':
      // Prevents an endless loop if the server rejects its own version.
      if (outcome.saved.version === state.base.version) return fail(state, confused, at)
      return chain(takeRefusal(state, outcome.saved, at), (after) => goOn(after, at))
    case 'failed':
      return fail(state, outcome.sentence, at)
    case 'refused':
      return stay({ ...unsent(state, flight), trouble: { kind: 'refused', sentence: outcome.sentence } })
    default:
      return stay({ ...unsent(state, flight), saveAt: null, trouble: { kind: outcome.kind } })
  }
}

function unsent<Text>(state: EditorState<Text>, flight: Text | null): EditorState<Text> {
  const at = flight ? state.sent.lastIndexOf(fingerprint(state.rules, flight)) : -1
  return { ...state, isAsked: false, sent: state.sent.filter((_, index) => index !== at) }
}

/** The server rejected this tab's version, so the server's text is new to this tab and maybe to others. */
function takeRefusal<Text>(state: EditorState<Text>, saved: Saved<Text>, at: number): Step<Text> {
  const version = Math.min(state.base.version, saved.version - 1)
  const after = { ...state, trouble: null, tries: 0, isAsked: true, base: { ...state.base, version } }
  return chain({ state: after, effects: [{ type: 'announce', saved }] }, (next) =>
    mergeSaved(next, saved, at),
  )
}

const confused = 'Something went wrong. Please try again.'

const fail = <Text>(state: EditorState<Text>, sentence: string, at: number): Step<Text> =>
  stay({
    ...state,
    trouble: { kind: 'failed', sentence },
    isAsked: false,
    tries: state.tries + 1,
    saveAt: at + Math.min(firstRetry * 2 ** state.tries, longestRetry),
  })

function takeSaved<Text>(
  state: EditorState<Text>,
  flight: Text | null,
  saved: Saved<Text>,
  at: number,
): Step<Text> {
  const reached = { ...state, trouble: null, tries: 0 }
  if (!flight || !same(state.rules, flight, saved)) return mergeSaved(reached, saved, at)
  const after = { ...reached, base: saved, sent: [] }
  return chain({ state: after, effects: [{ type: 'announce', saved }] }, (next) => keepNow(next, at))
}

function goOn<Text>(state: EditorState<Text>, at: number): Step<Text> {
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

export function takeSavedElsewhere<Text>(
  state: EditorState<Text>,
  saved: Saved<Text>,
  at: number,
): Step<Text> {
  if (state.flight) return stay({ ...state, savedElsewhere: newer(state.savedElsewhere, saved) })
  return chain(mergeSaved(state, saved, at), (after) => goOn(after, at))
}

const newer = <Text>(a: Saved<Text> | null, b: Saved<Text>) => (a && a.version > b.version ? a : b)

/** Neither our own save with a lost response nor a change to another field is a conflict. */
function mergeSaved<Text>(state: EditorState<Text>, saved: Saved<Text>, at: number): Step<Text> {
  const known = state.conflict?.version ?? state.base.version
  if (saved.version <= known) return stay(state)
  const isOurs = state.sent.includes(fingerprint(state.rules, saved))
  if (isOurs || same(state.rules, outgoing({ ...state, base: saved }), saved))
    return keepNow(rebase(state, saved), at)
  if (state.conflict) return stay({ ...state, conflict: saved })
  const merged = mergedText(state, saved)
  if (!merged) return keepNow({ ...state, conflict: saved, saveAt: null, isAsked: false }, at)
  const after = rebase(follow(state, merged), saved)
  return keepNow({ ...after, saveAt: at + workspaceDelays.autosave }, at)
}

export const rebase = <Text>(state: EditorState<Text>, base: Saved<Text>): EditorState<Text> => ({
  ...state,
  base,
  sent: [],
  conflict: null,
})

function mergedText<Text>(state: EditorState<Text>, saved: Saved<Text>): Text | undefined {
  const { rules, base } = state
  const mine = outgoing(state)
  const merged = { ...fieldsOf(rules, state.text) }
  for (const field of rules.fields) {
    const isTheirs = !sameField(rules, field, saved, base) && !sameField(rules, field, mine, saved)
    if (!isTheirs) continue
    if (!sameField(rules, field, mine, base)) return undefined
    merged[field] = saved[field]
  }
  return merged
}
