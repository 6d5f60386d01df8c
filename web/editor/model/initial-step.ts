import { workspaceDelays } from '#contract/workspace-limits.ts'
import {
  type Draft,
  draftOf,
  type EditorState,
  type Effect,
  forgetInherited,
  type KeptDraft,
  type Step,
} from './editor-state.ts'
import { fieldsOf, fingerprint, type Saved, same, type TextRules } from './text-rules.ts'
import { beginHistory, recordText } from './undo-history.ts'

type Opening<Text> = {
  rules: TextRules<Text>
  saved: Saved<Text>
  drafts: KeptDraft<Text>[]
  isOnline: boolean
  at: number
}

/** Starts with the newest draft of a closed tab, or with a conflict if its base is old. Puts other drafts aside. */
export function initialStep<Text>({ rules, saved, drafts, isOnline, at }: Opening<Text>): Step<Text> {
  const done = drafts.filter(({ draft }) => isDone(rules, draft, saved))
  const [newest, ...others] = drafts
    .filter((kept) => !kept.draft.isAside && !done.includes(kept))
    .sort((a, b) => b.draft.at - a.draft.at)
  const state = { ...blankState(rules, saved, isOnline), inherited: newest ? [newest.key] : [] }
  const effects: Effect<Text>[] = [
    ...forgetInherited({ inherited: done.map(({ key }) => key) }),
    ...others.map(({ key, draft }) => ({
      type: 'markAside' as const,
      key,
      draft: { ...draft, isAside: true },
    })),
  ]
  if (!newest) return { state, effects }
  const goesOn = carryOn(state, newest.draft, at)
  return { state: goesOn, effects: [...effects, { type: 'keep', draft: draftOf(goesOn, at) }] }
}

const blankState = <Text>(
  rules: TextRules<Text>,
  saved: Saved<Text>,
  isOnline: boolean,
): EditorState<Text> => ({
  rules,
  text: fieldsOf(rules, saved as Text),
  base: saved,
  history: beginHistory(fieldsOf(rules, saved as Text)),
  sent: [],
  flight: null,
  isAsked: false,
  savedElsewhere: null,
  saveAt: null,
  keepAt: null,
  trouble: null,
  conflict: null,
  tries: 0,
  isOnline,
  isUnkept: false,
  isAsideRefused: false,
  asks: 0,
  inherited: [],
  replaced: { count: 0 },
})

export const isDone = <Text>(rules: TextRules<Text>, draft: Draft<Text>, saved: Saved<Text>) =>
  same(rules, rules.outgoing(draft, saved), saved)

function carryOn<Text>(state: EditorState<Text>, draft: Draft<Text>, at: number): EditorState<Text> {
  const { rules, base: saved } = state
  const text = fieldsOf(rules, draft as Text)
  const history = recordText(state, text)
  const own = { ...state, text, history, saveAt: at + workspaceDelays.autosave }
  if (draft.version === saved.version) return { ...own, sent: draft.sent }
  // Only the response was lost: the server has the text that this draft sent.
  if (draft.sent.includes(fingerprint(rules, saved))) return own
  // The draft stores only the version of its base text.
  return {
    ...own,
    saveAt: null,
    sent: draft.sent,
    base: { ...saved, version: draft.version },
    conflict: saved,
  }
}
