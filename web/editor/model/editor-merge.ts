import { workspaceDelays } from '#contract/workspace-limits.ts'
import { type EditorState, outgoing } from './editor-state.ts'
import { follow, keepNow, type Step, stay } from './editor-steps.ts'
import { fieldsOf, fingerprint, type Saved, same, sameField, type Titled } from './text-rules.ts'

/**
 * The server has another text than this tab was made from. A save of our own whose answer was lost is no other text;
 * where only one side changed a field, that change stands; everything else is the maker's choice.
 */
export function mergeSaved<Text extends Titled>(
  state: EditorState<Text>,
  saved: Saved<Text>,
  at: number,
): Step<Text> {
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

export const rebase = <Text extends Titled>(
  state: EditorState<Text>,
  base: Saved<Text>,
): EditorState<Text> => ({
  ...state,
  base,
  sent: [],
  conflict: null,
})

/** Undefined when both sides changed the same field. */
function mergedText<Text extends Titled>(state: EditorState<Text>, saved: Saved<Text>): Text | undefined {
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
