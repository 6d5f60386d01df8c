import { formatDateTime, type MailContent, quoteText } from '#server/mail/render-mail.ts'
import type { AccountMail } from './account-mail.ts'

type Decision = Extract<AccountMail, { kind: 'decision' }>
type Removal = Extract<AccountMail, { kind: 'member-removed' }>
type MailContext = {
  username: string
  isConfirmed: boolean
  publicUrl: string
  link?: { address: string } | undefined
}

type DecisionTexts = Pick<MailContent, 'subject' | 'headline'> & { paragraph: (username: string) => string }

const texts: Record<Decision['act'], DecisionTexts> = {
  'zine hidden': {
    subject: 'Your zine on Foldout was hidden',
    headline: 'Your zine was hidden',
    paragraph: (username) =>
      `A moderator hid a zine by ${username}. Only you can see it now. You can still edit or delete it.`,
  },
  'zine restored': {
    subject: 'Your zine on Foldout is visible again',
    headline: 'Your zine is visible again',
    paragraph: (username) => `A hidden zine by ${username} is visible to everyone again.`,
  },
  'zine kept': {
    subject: 'Your zine on Foldout was reviewed',
    headline: 'Your zine stays online',
    paragraph: (username) => `Someone reported a zine by ${username}. A moderator reviewed it, and it stays online.`,
  },
  'zine removed': {
    subject: 'Your zine on Foldout was removed',
    headline: 'Your zine was removed',
    paragraph: (username) => `A moderator removed a zine by ${username}, with its pages. It cannot be restored.`,
  },
  'member suspended': {
    subject: 'Your Foldout account is suspended',
    headline: 'Your account is suspended',
    paragraph: (username) =>
      `A moderator suspended the account ${username}. Its zines and profile are hidden, and no one can sign in to it. Nothing was deleted.`,
  },
  'member restored': {
    subject: 'Your Foldout account is back',
    headline: 'Your account is back',
    paragraph: (username) =>
      `The account ${username} is no longer suspended. You can sign in, and your zines are visible again.`,
  },
}

const accountHolderNote = 'You received this because your address belongs to a Foldout account.'

/** Contains the title, which is user text, only if the address is confirmed. */
export function decisionMail(
  { act, reason, title, zineId, at }: Decision,
  { username, isConfirmed, publicUrl, link }: MailContext,
): MailContent {
  if (!link) throw new Error('A decision email needs a reply link')
  const { paragraph, ...headings } = texts[act]
  const zine = isConfirmed && title ? quoteText(title) : zineId && `${publicUrl}/zine/${zineId}`
  return {
    ...headings,
    paragraphs: [paragraph(username), ...(reason ? [`The reason: ${reason}`] : [])],
    facts: [...(zine ? [['Zine', zine] as [string, string]] : []), ['When', formatDateTime(at)]],
    button: { label: 'Reply', link: link.address },
    expiryNote: 'You can reply once. A moderator will read your reply.',
    ifNotYou: { question: 'Nothing to say?', answer: 'Then you don’t need to do anything.' },
    reason: accountHolderNote,
  }
}

export const memberRemovedMail = ({ username, reason, at }: Removal, { publicUrl }: MailContext): MailContent => ({
  subject: 'Your Foldout account was removed',
  headline: 'Your account was removed',
  paragraphs: [
    `A moderator removed the account ${quoteText(username)} and everything in it. It cannot be restored.`,
    ...(reason ? [`The reason: ${reason}`] : []),
  ],
  facts: [['When', formatDateTime(at)]],
  button: { label: 'Open Foldout', link: publicUrl },
  ifNotYou: { question: 'Not your account?', answer: 'Then you don’t need to do anything.' },
  reason: 'You received this because your address belonged to a Foldout account until now.',
})
