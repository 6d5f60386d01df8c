import { workspaceLimits } from '#contract/workspace-limits.ts'
import { brokenConstraint } from './constraint.ts'

/** Adds rows `user_id, projects, sessions, text_parts` to counts; a constraint rejects too much. */
export const addToCounts = (rows: string) => `
  insert into member_counts as m (user_id, projects, sessions, text_parts) ${rows}
  on conflict (user_id) do update
  set projects = m.projects + excluded.projects, sessions = m.sessions + excluded.sessions,
      text_parts = m.text_parts + excluded.text_parts`

const { memberProjects, memberSessions, memberTexts } = workspaceLimits

const sentences: Record<string, string> = {
  member_counts_projects: `You have ${memberProjects.toLocaleString('en')} projects, which is all there can be. Delete one to begin another.`,
  member_counts_sessions: `You have logged ${memberSessions.toLocaleString('en')} sessions, which is all there can be. Delete an old project to log more.`,
  member_counts_texts: `Your projects keep ${memberTexts / 1024 ** 2} MB of text with earlier versions, which is all there can be. Delete one to write more.`,
}

export const boundReached = (error: unknown) => sentences[brokenConstraint(error) ?? '']
