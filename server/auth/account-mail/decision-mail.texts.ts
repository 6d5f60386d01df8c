import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { type Fact, type MailContent, quoteText } from '#server/mail/render-mail.ts'
import type { AccountMail } from './account-mail.ts'

type Decision = Extract<AccountMail, { kind: 'decision' }>
type Removal = Extract<AccountMail, { kind: 'member-removed' }>
type MailContext = {
  username: string
  isConfirmed: boolean
  publicUrl: string
  link?: { address: string } | undefined
}

type DecisionTexts = Pick<MailContent, 'subject' | 'headline'> & { paragraph: (username: string) => MessageDescriptor }

const texts: Record<Decision['act'], DecisionTexts> = {
  'zine hidden': {
    subject: msg`Your zine on Foldout was hidden`,
    headline: msg`Your zine was hidden`,
    paragraph: (username) =>
      msg`A moderator hid a zine by ${{ username }}. Only you can see it now. You can still edit or delete it.`,
  },
  'zine restored': {
    subject: msg`Your zine on Foldout is visible again`,
    headline: msg`Your zine is visible again`,
    paragraph: (username) => msg`A hidden zine by ${{ username }} is visible to everyone again.`,
  },
  'zine kept': {
    subject: msg`Your zine on Foldout was reviewed`,
    headline: msg`Your zine stays online`,
    paragraph: (username) =>
      msg`Someone reported a zine by ${{ username }}. A moderator reviewed it, and it stays online.`,
  },
  'zine removed': {
    subject: msg`Your zine on Foldout was removed`,
    headline: msg`Your zine was removed`,
    paragraph: (username) => msg`A moderator removed a zine by ${{ username }}, with its pages. It cannot be restored.`,
  },
  'content note set': {
    subject: msg`Your zine on Foldout has a new content note`,
    headline: msg`Your zine has a new content note`,
    paragraph: (username) =>
      msg`A moderator set the content note of a zine by ${{ username }}. Readers see the note first, and the pages when they agree. You can change the note by editing the zine.`,
  },
  'content note removed': {
    subject: msg`The content note of your zine on Foldout was removed`,
    headline: msg`The content note of your zine was removed`,
    paragraph: (username) =>
      msg`A moderator removed the content note of a zine by ${{ username }}. You can write another one by editing the zine.`,
  },
  'member suspended': {
    subject: msg`Your Foldout account is suspended`,
    headline: msg`Your account is suspended`,
    paragraph: (username) =>
      msg`A moderator suspended the account ${{ username }}. Its zines and profile are hidden, and no one can sign in to it. Nothing was deleted.`,
  },
  'member restored': {
    subject: msg`Your Foldout account is back`,
    headline: msg`Your account is back`,
    paragraph: (username) =>
      msg`The account ${{ username }} is no longer suspended. You can sign in, and your zines are visible again.`,
  },
}

const accountHolderNote = msg`You received this because your address belongs to a Foldout account.`

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
    paragraphs: [paragraph(username), ...(reason ? [msg`The reason: ${{ reason }}`] : [])],
    facts: [...(zine ? [[msg`Zine`, zine] as Fact] : []), [msg`When`, at]],
    button: { label: msg`Reply`, link: link.address },
    expiryNote: msg`You can reply once. A moderator will read your reply.`,
    ifNotYou: { question: msg`Nothing to say?`, answer: msg`Then you don’t need to do anything.` },
    reason: accountHolderNote,
  }
}

export const memberRemovedMail = ({ username, reason, at }: Removal, { publicUrl }: MailContext): MailContent => ({
  subject: msg`Your Foldout account was removed`,
  headline: msg`Your account was removed`,
  paragraphs: [
    msg`A moderator removed the account ${{ username: quoteText(username) }} and everything in it. It cannot be restored.`,
    ...(reason ? [msg`The reason: ${{ reason }}`] : []),
  ],
  facts: [[msg`When`, at]],
  button: { label: msg`Open Foldout`, link: publicUrl },
  ifNotYou: { question: msg`Not your account?`, answer: msg`Then you don’t need to do anything.` },
  reason: msg`You received this because your address belonged to a Foldout account until now.`,
})
