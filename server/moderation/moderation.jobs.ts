import type { TaskList } from 'graphile-worker'
import { type LookDeps, lookAtBlockedJobs } from './look-at-blocked.jobs.ts'
import { type ReplyLetterDeps, replyLetterJobs } from './reply-letter.jobs.ts'
import { showOrHideCrontab, showOrHideJobs } from './show-or-hide-zines.ts'

export const moderationCrontab = showOrHideCrontab

export const moderationJobs = ({ media, ...deps }: ReplyLetterDeps & { media: LookDeps }): TaskList => ({
  ...showOrHideJobs(deps),
  ...replyLetterJobs(deps),
  ...lookAtBlockedJobs(media),
})
