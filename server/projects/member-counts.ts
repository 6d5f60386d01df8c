import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { violatedConstraint } from '#server/db/constraint.ts'
import { apiError } from '#server/http/errors.ts'

/**
 * Adds rows `user_id, projects, sessions, text_blocks` to the counts. A constraint enforces the limits: a statement that
 * adds passes its error to `throwLimitError`.
 */
export const addToCounts = (rows: string) => `
  insert into member_counts as m (user_id, projects, sessions, text_blocks) ${rows}
  on conflict (user_id) do update
  set projects = m.projects + excluded.projects, sessions = m.sessions + excluded.sessions,
      text_blocks = m.text_blocks + excluded.text_blocks`

const { memberProjects, memberSessions, memberTexts } = workspaceLimits

const limitMessages: Record<string, MessageDescriptor> = {
  member_counts_projects: msg`You have ${plural({ projects: memberProjects }, { one: '# project', other: '# projects' })}, the maximum. Delete one to create another.`,
  member_counts_sessions: msg`You have logged ${plural({ sessions: memberSessions }, { one: '# session', other: '# sessions' })}, the maximum. Delete an old project to log more.`,
  member_counts_texts: msg`Your projects and their earlier versions use ${{ mb: memberTexts / 1024 ** 2 }} MB of text, the maximum. Delete a project to write more.`,
}

export function throwLimitError(error: unknown): never {
  const message = limitMessages[violatedConstraint(error) ?? '']
  throw message ? apiError('quota_reached', message) : error
}
