import { type Draft, type EditorState, type Effect, isDirty, type Replacement } from './editor-state.ts'
import { type ProjectText, sameText, textOf } from './project-text.ts'
import { recordElsewhere, recordText } from './undo-history.ts'

/** What an event leads to: how it is now, and what is to be done. */
export type Step = { state: EditorState; effects: Effect[] }

export const stay = (state: EditorState): Step => ({ state, effects: [] })

/** One step after another, with the effects of both. */
export function chain(first: Step, then: (state: EditorState) => Step): Step {
  const second = then(first.state)
  return { state: second.state, effects: [...first.effects, ...second.effects] }
}

/** Puts a text there that nobody typed; it can be undone. */
export function replaceText(state: EditorState, text: ProjectText): EditorState {
  if (sameText(text, state.text)) return state
  const history = recordText(state.history, text)
  return { ...state, text, history, replaced: { count: state.replaced.count + 1 } }
}

/** Puts there what was written elsewhere: a change of this text that is not for undo. */
export function follow(state: EditorState, text: ProjectText): EditorState {
  const elsewhere: Partial<ProjectText> = {
    ...(text.title !== state.text.title && { title: text.title }),
    ...(text.notes !== state.text.notes && { notes: text.notes }),
  }
  if (Object.keys(elsewhere).length === 0) return state
  const history = recordElsewhere(state.history, elsewhere)
  return { ...state, text, history, replaced: { count: state.replaced.count + 1 } }
}

/** What is not saved is kept; what is saved need not be. */
export function keepNow(state: EditorState, at: number): Step {
  if (!isDirty(state) && !state.flight) return settle(state)
  return { state: { ...state, keepAt: null }, effects: [{ type: 'keep', draft: draftOf(state, at) }] }
}

/** Asks for this text to be put aside before another one takes its place. */
export const keepAsideThenReplace = (state: EditorState, by: Replacement, at: number): Step => ({
  state,
  effects: [{ type: 'keepAsideThenReplace', draft: { ...draftOf(state, at), isAside: true }, by }],
})

const draftOf = ({ text, base, sent }: EditorState, at: number): Draft => ({
  ...textOf(text),
  version: base.version,
  sent,
  at,
})

/** Everything is on the server. */
export const settle = (state: EditorState): Step => ({
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

export const forgetInherited = ({ inherited }: EditorState): Effect[] =>
  inherited.length > 0 ? [{ type: 'forgetKeys', keys: inherited }] : []
