/** Numbers the product fixes for the workspace; apart from `limits.ts`, which every page loads. */
export const workspaceLimits = {
  projectTitle: 60,
  /** Bytes of UTF-8. */
  projectNotes: 1_000_000,
  /**
   * Bytes of the notes in one page of the list of projects: as many as one project may have, so that no page costs more
   * than reading the longest. Notes are not cut for it; the page ends before the project that would go beyond.
   */
  projectListNotes: 1_000_000,
  projectVersions: 20,
  /** Of a project's notes, as its ticket shows them. */
  projectExcerpt: 300,
  /** Of one member, finished ones among them. */
  memberProjects: 2_000,
  /** Bytes of all texts of one member's projects, earlier versions among them. */
  memberTexts: 1024 ** 3,
  /** Of one member, removed ones among them: fifteen a day for nine years. */
  memberSessions: 50_000,
  undoSteps: 50,
  timerMinutes: 25,
  /** The longest a focus session can have been: a day. */
  sessionMinutes: 1_440,
  /** Calendar days in the chart of minutes, today among them. */
  focusDays: 28,
} as const

/** Durations in milliseconds. */
export const workspaceDelays = {
  autosave: 2_000,
  editorOnboarding: 1_000,
  workspaceOnboarding: 500,
  timerTick: 1_000,
} as const

/** What is said of notes above their limit, by whichever side notices first. */
export const notesTooLong =
  'The notes can be at most 1 MB long. Nothing of them was saved; please split them.'
