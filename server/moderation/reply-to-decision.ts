import type { Decision } from '#contract/moderation.ts'
import type { Config } from '#server/config/config.ts'
import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { refuse } from '#server/http/errors.ts'
import { answerDecision, findDecision, type Which } from './decisions.queries.ts'

/**
 * The one answer to a decision, kept and mailed to whoever runs the site. Sent again, because its answer was lost, it is
 * answered as before. Undefined when there is no such decision.
 */
export async function replyToDecision(
  tx: Tx,
  { reportsTo }: Pick<Config, 'reportsTo'>,
  { which, words }: { which: Which; words: string },
): Promise<Decision | undefined> {
  const answered = await answerDecision(tx, which, words)
  if (answered && reportsTo) await enqueueJob(tx, 'send-reply-letter', { decisionId: answered.id })
  if (answered) return answered
  const before = await findDecision(tx, which)
  if (before && before.reply !== words)
    throw refuse('invalid_request', 'You have answered this already. There is one answer to each decision.')
  return before
}
