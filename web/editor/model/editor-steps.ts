import { type Draft, type EditorState, type Effect, isDirty, type Replacement } from './editor-state.ts'
import { fieldsOf, same, sameField, type Titled } from './text-rules.ts'
import { recordElsewhere, recordText } from './undo-history.ts'

/** What an event leads to: how it is now, and what is to be done. */
export type Step<Text extends Titled> = { state: EditorState<Text>; effects: Effect<Text>[] }

export const stay = <Text extends Titled>(state: EditorState<Text>): Step<Text> => ({ state, effects: [] })

/** One step after another, with the effects of both. */
export function chain<Text extends Titled>(
  first: Step<Text>,
  then: (state: EditorState<Text>) => Step<Text>,
): Step<Text> {
  const second = then(first.state)
  return { state: second.state, effects: [...first.effects, ...second.effects] }
}

/** Puts a text there that nobody typed; it can be undone. */
export function replaceText<Text extends Titled>(state: EditorState<Text>, text: Text): EditorState<Text> {
  if (same(state.rules, text, state.text)) return state
  const history = recordText(state, text)
  return { ...state, text, history, replaced: { count: state.replaced.count + 1 } }
}

/** Puts there what was written elsewhere: a change of this text that is not for undo. */
export function follow<Text extends Titled>(state: EditorState<Text>, text: Text): EditorState<Text> {
  const { rules } = state
  const changed = rules.fields.filter((field) => !sameField(rules, field, text, state.text))
  if (changed.length === 0) return state
  const elsewhere = Object.fromEntries(changed.map((field) => [field, text[field]])) as Partial<Text>
  const history = recordElsewhere(state, elsewhere)
  return { ...state, text, history, replaced: { count: state.replaced.count + 1 } }
}

/** What is not saved is kept; what is saved need not be. */
export function keepNow<Text extends Titled>(state: EditorState<Text>, at: number): Step<Text> {
  if (!isDirty(state) && !state.flight) return settle(state)
  return { state: { ...state, keepAt: null }, effects: [{ type: 'keep', draft: draftOf(state, at) }] }
}

/** Asks for this text to be put aside before another one takes its place. */
export const keepAsideThenReplace = <Text extends Titled>(
  state: EditorState<Text>,
  by: Replacement<Text>,
  at: number,
): Step<Text> => ({
  state,
  effects: [{ type: 'keepAsideThenReplace', draft: { ...draftOf(state, at), isAside: true }, by }],
})

export const draftOf = <Text extends Titled>(
  { rules, text, base, sent }: EditorState<Text>,
  at: number,
): Draft<Text> => ({
  ...fieldsOf(rules, text),
  version: base.version,
  sent,
  at,
})

/** Everything is on the server. */
export const settle = <Text extends Titled>(state: EditorState<Text>): Step<Text> => ({
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
