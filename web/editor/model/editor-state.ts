import { bytesOver, type Caret, type ProjectText, type SavedText, sameText } from './project-text.ts'
import type { Edit, UndoHistory } from './undo-history.ts'

/** What the editor knows. Times are milliseconds, as the events bring them. */
export type EditorState = {
  text: ProjectText
  /** What the server had when this tab last agreed with it; every save says that it was made from this version. */
  base: SavedText
  history: UndoHistory
  /**
   * Texts sent since `base`, as fingerprints: one whose answer was lost is known again when it turns up as saved. As long
   * as there is one, what the server has is not known.
   */
  sent: string[]
  /** A save that is not answered yet. */
  flight: ProjectText | null
  /** Another save was asked for during the flight. */
  isAsked: boolean
  /** What another tab saved during the flight: looked at when that is over. */
  savedElsewhere: SavedText | null
  saveAt: number | null
  keepAt: number | null
  trouble: Trouble | null
  /** The text saved elsewhere, between which and the text here the maker chooses. */
  conflict: SavedText | null
  /** Failed saves in a row. */
  tries: number
  isOnline: boolean
  /** The browser could not keep the last draft: the text is only in this tab. */
  isUnkept: boolean
  /** The browser could not put the text aside that another one was to replace: nothing was replaced. */
  isAsideRefused: boolean
  /** How often the maker has asked for a save: whoever asks is told when it is done. */
  asks: number
  /** Drafts of tabs that are gone, which this one carries on. */
  inherited: string[]
  /** Counts the times the text was changed by something else than typing, and says where the caret goes then. */
  replaced: { count: number; caret?: Caret | undefined }
}

type Trouble =
  /** The server did not answer, or not sensibly: it is tried again. */
  | { kind: 'failed'; sentence: string }
  | { kind: 'refused'; sentence: string }
  | { kind: 'signed-out' | 'gone' }

/** What a browser keeps of a text until the server has it. */
export type Draft = ProjectText & {
  version: number
  sent: string[]
  at: number
  /** It is nobody's next save any more, only there to be read. */
  isAside?: boolean
}

/** A draft with what it is kept under. */
export type KeptDraft = { key: string; draft: Draft }

/** How a save ended. */
export type Outcome =
  | { kind: 'saved' | 'changed'; project: SavedText }
  | { kind: 'failed' | 'refused'; sentence: string }
  | { kind: 'signed-out' | 'gone' }

export type EditorEvent =
  | { type: 'edited'; edit: Edit }
  | {
      type: 'undone' | 'redone' | 'timePassed' | 'saveAsked' | 'leaving' | 'unloading' | 'signedIn'
      at: number
    }
  | { type: 'answered'; outcome: Outcome; at: number }
  | { type: 'savedElsewhere'; project: SavedText; at: number }
  | { type: 'signedOut' }
  | { type: 'deletedElsewhere'; at: number }
  | { type: 'wentOnline' | 'wentOffline'; at: number }
  | { type: 'kept'; isKept: boolean }
  | { type: 'chosen'; side: 'mine' | 'saved'; version: number; at: number }
  | { type: 'restored'; text: ProjectText; at: number }
  | { type: 'asideKept'; isKept: boolean; by: Replacement; at: number }

/** What comes in the place of a text that was not saved; `from` is the saved one it is then made from. */
export type Replacement = { text: ProjectText; from?: SavedText }

/** What is to be done about it, in this order. */
export type Effect =
  | { type: 'keep'; draft: Draft }
  | { type: 'forget' }
  | { type: 'forgetKeys'; keys: string[] }
  | { type: 'markAside'; draft: Draft; key: string }
  /** The draft of this tab is put aside, and from then on the tab keeps another; answered by `asideKept`. */
  | { type: 'keepAsideThenReplace'; draft: Draft; by: Replacement }
  /** Without an answer when the page is about to go. */
  | { type: 'send'; save: Save; isUnloading?: true }
  | { type: 'announce'; project: SavedText }

/** The title is left out while it is blank: the notes are saved all the same. */
export type Save = { title?: string; notes: string; version: number }

/** The text as a save would leave it: with a blank title the old one stays. */
export const outgoing = ({ text, base }: Pick<EditorState, 'text' | 'base'>): ProjectText => ({
  title: text.title.trim() || base.title,
  notes: text.notes,
})

export const isDirty = (state: EditorState) =>
  state.conflict !== null || state.sent.length > 0 || !sameText(outgoing(state), state.base)

export const hasNoTitle = ({ text }: EditorState) => text.title.trim() === ''

export type Status =
  | 'saved'
  | 'saving'
  | 'unsaved'
  | 'no-title'
  | 'too-long'
  | 'offline'
  | 'conflict'
  | Trouble['kind']

/** The one thing to say about the text. */
export function statusOf(state: EditorState): Status {
  const { trouble } = state
  if (trouble?.kind === 'gone') return 'gone'
  if (state.conflict) return 'conflict'
  if (!isDirty(state)) return hasNoTitle(state) ? 'no-title' : 'saved'
  if (trouble?.kind === 'signed-out') return 'signed-out'
  if (bytesOver(state.text.notes) > 0) return 'too-long'
  if (state.flight) return 'saving'
  if (!state.isOnline) return 'offline'
  return trouble?.kind ?? 'unsaved'
}

/** When something is to be done without anybody doing anything. */
export function nextDue({ saveAt, keepAt }: EditorState) {
  const due = [saveAt, keepAt].filter((at) => at !== null)
  return due.length > 0 ? Math.min(...due) : null
}
