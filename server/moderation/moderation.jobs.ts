import type { TaskList } from 'graphile-worker'
import { type ReplyLetterDeps, replyLetterJobs } from './reply-letter.jobs.ts'
import { showOrHideCrontab, showOrHideJobs } from './show-or-hide-zines.ts'

export const moderationCrontab = showOrHideCrontab

export const moderationJobs = (deps: ReplyLetterDeps): TaskList => ({
  ...showOrHideJobs(deps),
  ...replyLetterJobs(deps),
})
