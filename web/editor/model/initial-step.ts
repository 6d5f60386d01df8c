import { workspaceDelays } from '#contract/workspace-limits.ts'
import type { Draft, EditorState, Effect, KeptDraft } from './editor-state.ts'
import type { Step } from './editor-steps.ts'
import { fingerprint, type SavedText, sameText, textOf } from './project-text.ts'
import { beginHistory, recordText } from './undo-history.ts'

type Opening = { project: SavedText; drafts: KeptDraft[]; isOnline: boolean; at: number }

/**
 * How the editor begins: with the newest draft of a tab that is gone, if there is one. A draft that was made from an
 * older text than the server has begins with the choice between the two. All other drafts are put aside.
 */
export function initialStep({ project, drafts, isOnline, at }: Opening): Step {
  const [done, left] = divided(drafts, ({ draft }) => isDone(draft, project))
  const [newest, ...others] = left
    .filter(({ draft }) => !draft.isAside)
    .sort((a, b) => b.draft.at - a.draft.at)
  const state = { ...blankState(project, isOnline), inherited: newest ? [newest.key] : [] }
  const effects: Effect[] = [
    ...forgotten(done.map(({ key }) => key)),
    ...others.map(({ key, draft }) => markAside(key, draft)),
  ]
  if (!newest) return { state, effects }
  const goesOn = carryOn(state, newest.draft, at)
  const { text, base, sent } = goesOn
  return {
    state: goesOn,
    effects: [...effects, { type: 'keep', draft: { ...text, version: base.version, sent, at } }],
  }
}

const blankState = (project: SavedText, isOnline: boolean): EditorState => ({
  text: textOf(project),
  base: project,
  history: beginHistory(textOf(project)),
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

/** Whether the server has the text of a draft already. */
export const isDone = (draft: Draft, project: SavedText) =>
  sameText({ title: draft.title.trim() || project.title, notes: draft.notes }, project)

function carryOn(state: EditorState, draft: Draft, at: number): EditorState {
  const { base: project } = state
  const text = textOf(draft)
  const history = recordText(state.history, text)
  const own = { ...state, text, history, saveAt: at + workspaceDelays.autosave }
  if (draft.version === project.version) return { ...own, sent: draft.sent }
  // An answer that was lost: what the server has is what the tab had sent.
  if (draft.sent.includes(fingerprint(project))) return own
  // The text the draft was made from is not known any more: only its version is.
  return {
    ...own,
    saveAt: null,
    sent: draft.sent,
    base: { ...project, version: draft.version },
    conflict: project,
  }
}

const markAside = (key: string, draft: Draft): Effect => ({
  type: 'markAside',
  key,
  draft: { ...draft, isAside: true },
})

const forgotten = (keys: string[]): Effect[] => (keys.length > 0 ? [{ type: 'forgetKeys', keys }] : [])

function divided<Item>(items: Item[], isFirst: (item: Item) => boolean) {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))] as const
}
