import { workspaceDelays } from '#contract/workspace-limits.ts'
import type { StorageKey } from '#web/browser/storage-keys.ts'
import {
  type Caret,
  isSameField,
  isSameText,
  pickRuleFields,
  type Save,
  type Saved,
  type TextRules,
} from './text-rules.ts'
import { type Edit, recordChangeElsewhere, recordText, type UndoHistory } from './undo-history.ts'

export type EditorState<Text> = {
  rules: TextRules<Text>
  text: Text
  /** The server version that the text is based on. Every save names it. */
  base: Saved<Text>
  history: UndoHistory<Text>
  /** Fingerprints of texts sent since `base`. While there are any, the server's text is unknown. */
  sent: string[]
  inFlight: Text | null
  isSaveQueued: boolean
  /** A save by another tab during our request, handled after the request. */
  savedElsewhere: Saved<Text> | null
  saveAt: number | null
  persistAt: number | null
  problem: SaveProblem | null
  conflict: Saved<Text> | null
  attempts: number
  isOnline: boolean
  hasStorageFailed: boolean
  /** The browser could not store the text that was to be replaced, so nothing was replaced. */
  hasSetAsideFailed: boolean
  /** Number of explicit saves, each of which is confirmed to the user. */
  manualSaves: number
  adoptedKeys: StorageKey[]
  /** Counts changes other than typing. `caret` is the caret position after the last one. */
  replaced: { count: number; caret?: Caret<Text> | undefined }
}

type SaveProblem =
  /** No valid response. The save is retried. */
  { kind: 'failed'; userMessage: string } | { kind: 'refused'; userMessage: string } | { kind: 'signed-out' | 'gone' }

export type Draft<Text> = Text & {
  version: number
  base?: Text
  sent: string[]
  at: number
  isAside?: boolean
}

export type StoredDraft<Text> = { key: StorageKey; draft: Draft<Text> }

export type Outcome<Text> =
  | { kind: 'saved' | 'changed'; saved: Saved<Text> }
  | { kind: 'failed' | 'refused'; userMessage: string }
  | { kind: 'signed-out' | 'gone' }

export type EditorEvent<Text> =
  | { type: 'edited'; edit: Edit<Text> }
  | {
      type: 'undone' | 'redone' | 'timePassed' | 'saveRequested' | 'leaving' | 'unloading' | 'signedIn' | 'discarded'
      at: number
    }
  | { type: 'saveFinished'; outcome: Outcome<Text>; at: number }
  | { type: 'savedElsewhere'; saved: Saved<Text>; at: number }
  | { type: 'signedOut' }
  | { type: 'deletedElsewhere'; at: number }
  | { type: 'wentOnline' | 'wentOffline'; at: number }
  | { type: 'persisted'; isStored: boolean }
  | { type: 'chosen'; side: 'mine' | 'saved'; version: number; at: number }
  | { type: 'restored'; text: Text; at: number }
  | { type: 'setAsideStored'; isStored: boolean; replacement: Replacement<Text>; at: number }

type Replacement<Text> = { text: Text; from?: Saved<Text> }

export type Effect<Text> =
  | { type: 'persist'; draft: Draft<Text> }
  | { type: 'removeDraft' }
  | { type: 'removeDrafts'; keys: StorageKey[] }
  | { type: 'markAside'; draft: Draft<Text>; key: StorageKey }
  /** Puts this tab's draft aside and starts another. The result is `setAsideStored`. */
  | { type: 'setAsideThenReplace'; draft: Draft<Text>; replacement: Replacement<Text> }
  | { type: 'send'; save: Save<Text>; isUnloading?: true }
  | { type: 'announce'; saved: Saved<Text> }

export const outgoing = <Text>({ rules, text, base }: Pick<EditorState<Text>, 'rules' | 'text' | 'base'>): Text =>
  rules.outgoing(text, base)

export const isDirty = <Text>(state: EditorState<Text>) =>
  state.conflict !== null || state.sent.length > 0 || !isSameText(state.rules, outgoing(state), state.base)

export const isTitleMissing = <Text>({ rules, text }: EditorState<Text>) => rules.isTitleMissing(text)

export type Status =
  | 'saved'
  | 'saving'
  | 'unsaved'
  | 'no-title'
  | 'too-long'
  | 'offline'
  | 'conflict'
  | SaveProblem['kind']

export function statusOf<Text>(state: EditorState<Text>): Status {
  const { problem } = state
  if (problem?.kind === 'gone') return 'gone'
  if (state.conflict) return 'conflict'
  if (!isDirty(state)) return isTitleMissing(state) ? 'no-title' : 'saved'
  if (problem?.kind === 'signed-out') return 'signed-out'
  if (state.rules.isTooLong(state.text)) return 'too-long'
  if (state.inFlight) return 'saving'
  if (!state.isOnline) return 'offline'
  return problem?.kind ?? 'unsaved'
}

export function nextDue({ saveAt, persistAt }: Pick<EditorState<unknown>, 'saveAt' | 'persistAt'>) {
  const due = [saveAt, persistAt].filter((at) => at !== null)
  return due.length > 0 ? Math.min(...due) : null
}

export type Transition<Text> = { state: EditorState<Text>; effects: Effect<Text>[] }

export const withoutEffects = <Text>(state: EditorState<Text>): Transition<Text> => ({ state, effects: [] })

export function chainTransitions<Text>(
  first: Transition<Text>,
  then: (state: EditorState<Text>) => Transition<Text>,
): Transition<Text> {
  const second = then(first.state)
  return { state: second.state, effects: [...first.effects, ...second.effects] }
}

/** Replaces the text as an undoable step. */
export function replaceText<Text>(state: EditorState<Text>, text: Text): EditorState<Text> {
  if (isSameText(state.rules, text, state.text)) return state
  const history = recordText(state, text)
  return { ...state, text, history, replaced: { count: state.replaced.count + 1 } }
}

/** Applies a change from elsewhere. Undo does not revert it. */
export function applyChangeElsewhere<Text>(state: EditorState<Text>, text: Text): EditorState<Text> {
  const { rules } = state
  const changed = rules.fields.filter((field) => !isSameField(rules, field, text, state.text))
  if (changed.length === 0) return state
  const otherChange = Object.fromEntries(changed.map((field) => [field, text[field]])) as Partial<Text>
  const history = recordChangeElsewhere(state, otherChange)
  return { ...state, text, history, replaced: { count: state.replaced.count + 1 } }
}

export function persistNow<Text>(state: EditorState<Text>, at: number): Transition<Text> {
  if (!isDirty(state) && !state.inFlight) return clearPending(state)
  return { state: { ...state, persistAt: null }, effects: [{ type: 'persist', draft: draftOf(state, at) }] }
}

export const setAsideThenReplace = <Text>(
  state: EditorState<Text>,
  replacement: Replacement<Text>,
  at: number,
): Transition<Text> => ({
  state,
  effects: [{ type: 'setAsideThenReplace', draft: { ...draftOf(state, at), isAside: true }, replacement }],
})

export const draftOf = <Text>({ rules, text, base, sent }: EditorState<Text>, at: number): Draft<Text> => ({
  ...pickRuleFields(rules, text),
  ...(rules.storesBase && { base: pickRuleFields(rules, base) }),
  version: base.version,
  sent,
  at,
})

/** When a change at this time is saved. */
export const autosaveAt = <Text>({ rules }: EditorState<Text>, at: number) =>
  rules.savesAutomatically ? at + workspaceDelays.autosave : null

export const clearPending = <Text>(state: EditorState<Text>): Transition<Text> => ({
  state: {
    ...state,
    saveAt: null,
    persistAt: null,
    isSaveQueued: false,
    attempts: 0,
    hasStorageFailed: false,
    hasSetAsideFailed: false,
    adoptedKeys: [],
  },
  effects: [{ type: 'removeDraft' }, ...removeAdopted(state)],
})

export const removeAdopted = ({ adoptedKeys }: Pick<EditorState<unknown>, 'adoptedKeys'>): RemoveKeysEffect[] =>
  adoptedKeys.length > 0 ? [{ type: 'removeDrafts', keys: adoptedKeys }] : []

type RemoveKeysEffect = { type: 'removeDrafts'; keys: StorageKey[] }
