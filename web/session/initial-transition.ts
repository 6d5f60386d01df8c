import { mergeSaved } from './saving.ts'
import {
  autosaveAt,
  type Draft,
  draftOf,
  type EditorState,
  type Effect,
  removeAdopted,
  type StoredDraft,
  type Transition,
} from './session-state.ts'
import { fingerprint, isSameText, pickRuleFields, type Saved, type TextRules } from './text-rules.ts'
import { createHistory, recordText } from './undo-history.ts'

type InitialOptions<Text> = {
  rules: TextRules<Text>
  saved: Saved<Text>
  drafts: StoredDraft<Text>[]
  isOnline: boolean
  at: number
}

/** Starts with the newest draft of a closed tab, or with a conflict if its base is old. Puts other drafts aside. */
export function initialTransition<Text>({
  rules,
  saved,
  drafts,
  isOnline,
  at,
}: InitialOptions<Text>): Transition<Text> {
  // A copy in this browser can be older than the version that a draft is based on.
  const isSaved = ({ draft }: StoredDraft<Text>) =>
    draft.version <= saved.version && isAlreadySaved(rules, draft, saved)
  const savedDrafts = drafts.filter(isSaved)
  const [newest, ...otherDrafts] = drafts
    .filter((stored) => !stored.draft.isAside && !savedDrafts.includes(stored))
    .sort((a, b) => b.draft.at - a.draft.at)
  const state = { ...createState(rules, saved, isOnline), adoptedKeys: newest ? [newest.key] : [] }
  const effects: Effect<Text>[] = [
    ...removeAdopted({ adoptedKeys: savedDrafts.map(({ key }) => key) }),
    ...otherDrafts.map(({ key, draft }) => ({
      type: 'markAside' as const,
      key,
      draft: { ...draft, isAside: true },
    })),
  ]
  if (!newest) return { state, effects }
  const continued = continueDraft(state, newest.draft, at)
  return { state: continued, effects: [...effects, { type: 'persist', draft: draftOf(continued, at) }] }
}

const createState = <Text>(rules: TextRules<Text>, saved: Saved<Text>, isOnline: boolean): EditorState<Text> => ({
  rules,
  text: pickRuleFields(rules, saved as Text),
  base: saved,
  history: createHistory(pickRuleFields(rules, saved as Text)),
  sent: [],
  inFlight: null,
  isSaveQueued: false,
  savedElsewhere: null,
  saveAt: null,
  persistAt: null,
  problem: null,
  conflict: null,
  attempts: 0,
  isOnline,
  hasStorageFailed: false,
  hasSetAsideFailed: false,
  manualSaves: 0,
  adoptedKeys: [],
  replaced: { count: 0 },
})

export const isAlreadySaved = <Text>(rules: TextRules<Text>, draft: Draft<Text>, saved: Saved<Text>) =>
  isSameText(rules, rules.outgoing(draft, saved), saved)

function continueDraft<Text>(state: EditorState<Text>, draft: Draft<Text>, at: number): EditorState<Text> {
  const { rules, base: saved } = state
  const text = pickRuleFields(rules, draft as Text)
  const history = recordText(state, text)
  const recovered = { ...state, text, history, saveAt: autosaveAt(state, at) }
  if (draft.version === saved.version) return { ...recovered, sent: draft.sent }
  // Only the response was lost: the server has the text that this draft sent.
  if (draft.sent.includes(fingerprint(rules, saved))) return recovered
  const outdated = { ...recovered, saveAt: null, sent: draft.sent }
  if (draft.base) return mergeSaved({ ...outdated, base: { ...draft.base, version: draft.version } }, saved, at).state
  return { ...outdated, base: { ...saved, version: draft.version }, conflict: saved }
}
