import type { ProjectText } from './project-text.ts'
import { type Caret, fieldsOf, type Save, type Saved, same, sameField, type TextRules } from './text-rules.ts'
import { type Edit, recordElsewhere, recordText, type UndoHistory } from './undo-history.ts'

export type EditorState<Text = ProjectText> = {
  rules: TextRules<Text>
  text: Text
  /** The server version that the text is based on. Every save names it. */
  base: Saved<Text>
  history: UndoHistory<Text>
  /** Fingerprints of texts sent since `base`. While there are any, the server's text is unknown. */
  sent: string[]
  flight: Text | null
  isAsked: boolean
  /** A save by another tab during our request, handled after the request. */
  savedElsewhere: Saved<Text> | null
  saveAt: number | null
  keepAt: number | null
  trouble: Trouble | null
  conflict: Saved<Text> | null
  tries: number
  isOnline: boolean
  isUnkept: boolean
  /** The browser could not store the text that was to be replaced, so nothing was replaced. */
  isAsideRefused: boolean
  /** Number of explicit saves, each of which is confirmed to the user. */
  asks: number
  inherited: string[]
  /** Counts changes other than typing. `caret` is the caret position after the last one. */
  replaced: { count: number; caret?: Caret<Text> | undefined }
}

type Trouble =
  /** No valid response. The save is retried. */
  | { kind: 'failed'; sentence: string }
  | { kind: 'refused'; sentence: string }
  | { kind: 'signed-out' | 'gone' }

export type Draft<Text = ProjectText> = Text & {
  version: number
  sent: string[]
  at: number
  isAside?: boolean
}

export type KeptDraft<Text = ProjectText> = { key: string; draft: Draft<Text> }

export type Outcome<Text = ProjectText> =
  | { kind: 'saved' | 'changed'; saved: Saved<Text> }
  | { kind: 'failed' | 'refused'; sentence: string }
  | { kind: 'signed-out' | 'gone' }

export type EditorEvent<Text = ProjectText> =
  | { type: 'edited'; edit: Edit<Text> }
  | {
      type: 'undone' | 'redone' | 'timePassed' | 'saveAsked' | 'leaving' | 'unloading' | 'signedIn'
      at: number
    }
  | { type: 'answered'; outcome: Outcome<Text>; at: number }
  | { type: 'savedElsewhere'; saved: Saved<Text>; at: number }
  | { type: 'signedOut' }
  | { type: 'deletedElsewhere'; at: number }
  | { type: 'wentOnline' | 'wentOffline'; at: number }
  | { type: 'kept'; isKept: boolean }
  | { type: 'chosen'; side: 'mine' | 'saved'; version: number; at: number }
  | { type: 'restored'; text: Text; at: number }
  | { type: 'asideKept'; isKept: boolean; by: Replacement<Text>; at: number }

type Replacement<Text = ProjectText> = { text: Text; from?: Saved<Text> }

export type Effect<Text = ProjectText> =
  | { type: 'keep'; draft: Draft<Text> }
  | { type: 'forget' }
  | { type: 'forgetKeys'; keys: string[] }
  | { type: 'markAside'; draft: Draft<Text>; key: string }
  /** Puts this tab's draft aside and starts another. The result is `asideKept`. */
  | { type: 'keepAsideThenReplace'; draft: Draft<Text>; by: Replacement<Text> }
  | { type: 'send'; save: Save<Text>; isUnloading?: true }
  | { type: 'announce'; saved: Saved<Text> }

export const outgoing = <Text>({
  rules,
  text,
  base,
}: Pick<EditorState<Text>, 'rules' | 'text' | 'base'>): Text => rules.outgoing(text, base)

export const isDirty = <Text>(state: EditorState<Text>) =>
  state.conflict !== null || state.sent.length > 0 || !same(state.rules, outgoing(state), state.base)

export const hasNoTitle = <Text>({ rules, text }: EditorState<Text>) => rules.lacksTitle(text)

export type Status =
  | 'saved'
  | 'saving'
  | 'unsaved'
  | 'no-title'
  | 'too-long'
  | 'offline'
  | 'conflict'
  | Trouble['kind']

export function statusOf<Text>(state: EditorState<Text>): Status {
  const { trouble } = state
  if (trouble?.kind === 'gone') return 'gone'
  if (state.conflict) return 'conflict'
  if (!isDirty(state)) return hasNoTitle(state) ? 'no-title' : 'saved'
  if (trouble?.kind === 'signed-out') return 'signed-out'
  if (state.rules.isTooLong(state.text)) return 'too-long'
  if (state.flight) return 'saving'
  if (!state.isOnline) return 'offline'
  return trouble?.kind ?? 'unsaved'
}

export function nextDue({ saveAt, keepAt }: Pick<EditorState, 'saveAt' | 'keepAt'>) {
  const due = [saveAt, keepAt].filter((at) => at !== null)
  return due.length > 0 ? Math.min(...due) : null
}

export type Step<Text> = { state: EditorState<Text>; effects: Effect<Text>[] }

export const stay = <Text>(state: EditorState<Text>): Step<Text> => ({ state, effects: [] })

export function chain<Text>(first: Step<Text>, then: (state: EditorState<Text>) => Step<Text>): Step<Text> {
  const second = then(first.state)
  return { state: second.state, effects: [...first.effects, ...second.effects] }
}

/** Replaces the text as an undoable step. */
export function replaceText<Text>(state: EditorState<Text>, text: Text): EditorState<Text> {
  if (same(state.rules, text, state.text)) return state
  const history = recordText(state, text)
  return { ...state, text, history, replaced: { count: state.replaced.count + 1 } }
}

/** Applies a change from elsewhere. Undo does not revert it. */
export function follow<Text>(state: EditorState<Text>, text: Text): EditorState<Text> {
  const { rules } = state
  const changed = rules.fields.filter((field) => !sameField(rules, field, text, state.text))
  if (changed.length === 0) return state
  const elsewhere = Object.fromEntries(changed.map((field) => [field, text[field]])) as Partial<Text>
  const history = recordElsewhere(state, elsewhere)
  return { ...state, text, history, replaced: { count: state.replaced.count + 1 } }
}

export function keepNow<Text>(state: EditorState<Text>, at: number): Step<Text> {
  if (!isDirty(state) && !state.flight) return settle(state)
  return { state: { ...state, keepAt: null }, effects: [{ type: 'keep', draft: draftOf(state, at) }] }
}

export const keepAsideThenReplace = <Text>(
  state: EditorState<Text>,
  by: Replacement<Text>,
  at: number,
): Step<Text> => ({
  state,
  effects: [{ type: 'keepAsideThenReplace', draft: { ...draftOf(state, at), isAside: true }, by }],
})

export const draftOf = <Text>({ rules, text, base, sent }: EditorState<Text>, at: number): Draft<Text> => ({
  ...fieldsOf(rules, text),
  version: base.version,
  sent,
  at,
})

export const settle = <Text>(state: EditorState<Text>): Step<Text> => ({
  state: {
    ...state,
    saveAt: null,
    keepAt: null,
    isAsked: false,
    tries: 0,
    isUnkept: false,
    isAsideRefused: false,
    inherited: [],
  },
  effects: [{ type: 'forget' }, ...forgetInherited(state)],
})

export const forgetInherited = ({ inherited }: Pick<EditorState, 'inherited'>): Forgetting[] =>
  inherited.length > 0 ? [{ type: 'forgetKeys', keys: inherited }] : []

type Forgetting = { type: 'forgetKeys'; keys: string[] }
