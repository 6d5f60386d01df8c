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
    subject: 'A zine of yours at Foldout was hidden',
    headline: 'A zine was hidden',
    what: (username) =>
      `Whoever runs this site has hidden a zine of the account ${username}. Nobody else can see it now; you still can, and you can change it or take it away.`,
  },
  'zine restored': {
    subject: 'A zine of yours at Foldout is shown again',
    headline: 'A zine is shown again',
    what: (username) => `A zine of the account ${username} that was hidden is shown to everybody again.`,
  },
  'zine kept': {
    subject: 'A zine of yours at Foldout was looked at',
    headline: 'A zine stays as it is',
    what: (username) =>
      `Somebody reported a zine of the account ${username}. Whoever runs this site has looked at it, and it stays as it is.`,
  },
  'zine removed': {
    subject: 'A zine of yours at Foldout was removed',
    headline: 'A zine was removed',
    what: (username) =>
      `Whoever runs this site has removed a zine of the account ${username}, with its pages. It cannot be brought back.`,
  },
  'member suspended': {
    subject: 'Your Foldout account is suspended',
    headline: 'Your account is suspended',
    what: (username) =>
      `Whoever runs this site has suspended the account ${username}. Nothing of it is shown, and nobody can sign in to it. Everything in it is kept.`,
  },
  'member restored': {
    subject: 'Your Foldout account is back',
    headline: 'Your account is back',
    what: (username) =>
      `The account ${username} is not suspended any more: you can sign in, and your zines are shown again.`,
  },
}

const why = 'You get this because the address belongs to an account at Foldout.'

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
    limit: 'You can answer once. Whoever runs this site reads it.',
    otherwise: { question: 'Do you have nothing to say to it?', answer: 'Then there is nothing to do.' },
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
    `Whoever runs this site has removed the account ${quoted(username)} with everything in it. It cannot be brought back.`,
    ...(reason ? [`The reason: ${reason}`] : []),
  ],
  facts: [['When', dateInWords(at)]],
  button: { label: 'Open Foldout', link: publicUrl },
  otherwise: { question: 'Was it not your account?', answer: 'Then there is nothing to do.' },
  why: 'You get this because the address belonged to an account at Foldout until now.',
})
