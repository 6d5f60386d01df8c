/** Workspace limits. Separate from `limits.ts`, which every page loads. */
export const workspaceLimits = {
  projectTitle: 60,
  projectNotes: 1_000_000,
  /** Bytes of notes in one page of the project list. The page ends before the project that would exceed it. */
  projectListNotes: 1_000_000,
  projectVersions: 20,
  /** Characters of notes on a project's ticket. */
  projectExcerpt: 300,
  /** Includes finished projects. */
  memberProjects: 2_000,
  /** Bytes of all project texts, including earlier versions. */
  memberTexts: 1024 ** 3,
  /** Includes removed sessions. Enough for fifteen a day over nine years. */
  memberSessions: 50_000,
  undoSteps: 50,
  timerMinutes: 25,
  sessionMinutes: 1_440,
  /** Includes today. */
  focusDays: 28,
} as const

/** Milliseconds. */
export const workspaceDelays = {
  autosave: 2_000,
  editorOnboarding: 1_000,
  workspaceOnboarding: 500,
  timerTick: 1_000,
} as const
