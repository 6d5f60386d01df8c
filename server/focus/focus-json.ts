/** The JSON of `focus_sessions s` as contract/focus-sessions.ts declares it, built by PostgreSQL. */
export const sessionJson = `json_build_object(
  'id', s.id, 'projectId', s.project_id, 'userId', s.user_id, 'duration', s.minutes, 'sessionType', 'focus',
  'startedAt', s.started_at)`

/** The session and its project's total: of `focus_sessions s` and `projects p`. */
export const countedJson = `json_build_object('session', ${sessionJson}, 'totalMinutes', p.total_minutes)`
