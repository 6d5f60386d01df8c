import { workspaceDelays } from '#contract/workspace-limits.ts'
import { type EditorState, outgoing } from './editor-state.ts'
import { follow, keepNow, type Step, stay } from './editor-steps.ts'
import { fingerprint, type ProjectText, type SavedText, sameText } from './project-text.ts'

/**
 * The server has another text than this tab was made from. A save of our own whose answer was lost is no other text;
 * where only one side changed a field, that change stands; everything else is the maker's choice.
 */
export function mergeSaved(state: EditorState, project: SavedText, at: number): Step {
  const known = state.conflict?.version ?? state.base.version
  if (project.version <= known) return stay(state)
  const isOurs = state.sent.includes(fingerprint(project))
  if (isOurs || sameText(outgoing({ ...state, base: project }), project))
    return keepNow(rebase(state, project), at)
  if (state.conflict) return stay({ ...state, conflict: project })
  const merged = mergedText(state, project)
  if (!merged) return keepNow({ ...state, conflict: project, saveAt: null, isAsked: false }, at)
  const after = rebase(follow(state, merged), project)
  return keepNow({ ...after, saveAt: at + workspaceDelays.autosave }, at)
}

export const rebase = (state: EditorState, base: SavedText): EditorState => ({
  ...state,
  base,
  sent: [],
  conflict: null,
})

/** Undefined when both sides changed the same field. */
function mergedText(state: EditorState, project: SavedText): ProjectText | undefined {
  const mine = outgoing(state)
  const title = mergedField(mine.title, state.base.title, project.title)
  const notes = mergedField(mine.notes, state.base.notes, project.notes)
  if (title === undefined || notes === undefined) return undefined
  return { title: title === mine.title ? state.text.title : title, notes }
}

function mergedField(mine: string, base: string, theirs: string) {
  if (mine === theirs || theirs === base) return mine
  return mine === base ? theirs : undefined
}
