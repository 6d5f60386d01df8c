import { type ReportReason, reasonSentences } from '#contract/report-reasons.ts'
import { dateInWords } from '#server/auth/account-mail/account-mail.rules.ts'
import type { MailContent } from '#server/mail/mail-html.ts'
import { quoted } from '#server/mail/quoted.ts'

export type LetterFacts = {
  zine: { id: string; title: string } | null
  creator: { id: string; username: string }
  /** How many open reports there are for each reason. */
  reasons: { reason: ReportReason; count: number }[]
  expiresAt: Date
}

/**
 * To whoever decides. What reporters wrote is not in it: a stranger could put anything before an operator's eyes that way,
 * links among it.
 */
export function letterOf(
  facts: LetterFacts,
  { publicUrl, token }: { publicUrl: string; token: string },
): MailContent {
  const { zine, creator, reasons, expiresAt } = facts
  const what = zine ? 'zine' : 'creator'
  const count = reasons.reduce((sum, each) => sum + each.count, 0)
  // Behind the # it stays in the browser: no server, proxy or log sees it.
  const link = (act: string) => `${publicUrl}/moderate#token=${token}&type=${act}`
  return {
    subject: `Reported on Foldout: ${quoted(zine?.title ?? creator.username)}`,
    headline: `A ${what} was reported`,
    paragraphs: [
      `${count === 1 ? 'Somebody has' : `${count} people have`} reported ${zine ? 'this zine' : 'this creator'}. You decide what becomes of it; until then nothing changes.`,
    ],
    facts: [
      ...(zine ? [['Zine', quoted(zine.title)] satisfies [string, string]] : []),
      [zine ? 'By' : 'Creator', quoted(creator.username)],
      ['Said of it', reasons.map(timesSaid).join(' · ')],
    ],
    button: { label: zine ? 'Hide it for now' : 'Suspend for now', link: link('hide') },
    others: [
      { label: 'Keep it', link: link('keep') },
      { label: 'Remove it', link: link('remove') },
    ],
    limit: `Each opens a page that shows what was written and asks once more. What you decide there uses up all three; they work until ${dateInWords(expiresAt)}.`,
    otherwise: {
      question: 'Look at it first?',
      answer: `${publicUrl}/${zine ? `zine/${zine.id}` : `profile/${creator.id}`}`,
    },
    why: 'You get this because this address is REPORTS_TO of the site: it decides about reports there.',
  }
}

const timesSaid = ({ reason, count }: LetterFacts['reasons'][number]) =>
  count === 1 ? reasonSentences[reason] : `${reasonSentences[reason]} (${count} times)`
