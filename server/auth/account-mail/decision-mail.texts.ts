import { dateInWords, type MailContent, quoted } from '#server/mail/render-mail.ts'
import type { AccountMail } from './account-mail.ts'

type Decision = Extract<AccountMail, { kind: 'decision' }>
type Removal = Extract<AccountMail, { kind: 'member-removed' }>
type MailContext = {
  username: string
  isConfirmed: boolean
  publicUrl: string
  link?: { address: string } | undefined
}

type Words = Pick<MailContent, 'subject' | 'headline'> & { what: (username: string) => string }

const words: Record<Decision['act'], Words> = {
  'zine hidden': {
    subject: 'Your zine on Foldout was hidden',
    headline: 'Your zine was hidden',
    what: (username) =>
      `A moderator hid a zine of the account ${username}. Only you can see it now. You can still edit or delete it.`,
  },
  'zine restored': {
    subject: 'Your zine on Foldout is visible again',
    headline: 'Your zine is visible again',
    what: (username) => `A hidden zine of the account ${username} is visible to everyone again.`,
  },
  'zine kept': {
    subject: 'Your zine on Foldout was reviewed',
    headline: 'Your zine stays online',
    what: (username) =>
      `Someone reported a zine of the account ${username}. A moderator reviewed it, and it stays online.`,
  },
  'zine removed': {
    subject: 'Your zine on Foldout was removed',
    headline: 'Your zine was removed',
    what: (username) =>
      `A moderator removed a zine of the account ${username}, with its pages. It cannot be restored.`,
  },
  'member suspended': {
    subject: 'Your Foldout account is suspended',
    headline: 'Your account is suspended',
    what: (username) =>
      `A moderator suspended the account ${username}. Its zines and profile are hidden, and no one can sign in to it. Nothing was deleted.`,
  },
  'member restored': {
    subject: 'Your Foldout account is back',
    headline: 'Your account is back',
    what: (username) =>
      `The account ${username} is no longer suspended. You can sign in, and your zines are visible again.`,
  },
}

const why = 'You received this because your address belongs to a Foldout account.'

/** Contains the title, which is user text, only if the address is confirmed. */
export function decisionMade(
  { act, reason, title, zineId, at }: Decision,
  { username, isConfirmed, publicUrl, link }: MailContext,
): MailContent {
  if (!link) throw new Error('A decision is told with a link to answer by')
  const { what, ...said } = words[act]
  const zine = isConfirmed && title ? quoted(title) : zineId && `${publicUrl}/zine/${zineId}`
  return {
    ...said,
    paragraphs: [what(username), ...(reason ? [`The reason: ${reason}`] : [])],
    facts: [...(zine ? [['Zine', zine] as [string, string]] : []), ['When', dateInWords(at)]],
    button: { label: 'Answer', link: link.address },
    limit: 'You can reply once. A moderator reads it.',
    otherwise: { question: 'Nothing to say?', answer: 'Then you don’t need to do anything.' },
    why,
  }
}

export const memberRemoved = (
  { username, reason, at }: Removal,
  { publicUrl }: MailContext,
): MailContent => ({
  subject: 'Your Foldout account was removed',
  headline: 'Your account was removed',
  paragraphs: [
    `A moderator removed the account ${quoted(username)} and everything in it. It cannot be restored.`,
    ...(reason ? [`The reason: ${reason}`] : []),
  ],
  facts: [['When', dateInWords(at)]],
  button: { label: 'Open Foldout', link: publicUrl },
  otherwise: { question: 'Not your account?', answer: 'Then you don’t need to do anything.' },
  why: 'You received this because your address belonged to a Foldout account until now.',
})
