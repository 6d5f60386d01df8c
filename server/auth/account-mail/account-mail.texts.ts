import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import { fromStored } from '#server/languages/stored-sentences.ts'
import { type Fact, type MailContent, maskEmail, quoteText } from '#server/mail/render-mail.ts'
import type { AccountMail } from './account-mail.ts'
import { decisionMail, memberRemovedMail } from './decision-mail.texts.ts'

type MailContext = {
  username: string
  requestedAt: Date
  publicUrl: string
  isConfirmed: boolean
  link?: { address: string; expiresAt?: Date } | undefined
}

export function contentOf(mail: AccountMail, context: MailContext): MailContent {
  const content = contents[mail.kind] as (mail: AccountMail, context: MailContext) => MailContent
  return content(mail, { ...context, username: quoteText(context.username) })
}

const accountHolderNote = msg`You received this because your address belongs to a Foldout account.`
const registrationNote = msg`You received this because someone registered on Foldout with this address.`
const draftsNote = msg`You received this because you have drafts on Foldout.`
const nothingToDo = msg`Then you don’t need to do anything.`

/** Mails to possible strangers (sign-ups, new addresses, drafts) contain no user text. */
const contents: {
  [Kind in AccountMail['kind']]: (mail: Extract<AccountMail, { kind: Kind }>, context: MailContext) => MailContent
} = {
  'confirm-signup': (_mail, context) => ({
    subject: msg`Confirm your email for Foldout`,
    headline: msg`Confirm your email`,
    paragraphs: [
      msg`Someone, most likely you, registered on Foldout with this address. Confirm that it is yours, so that you can recover your account if you lose your password.`,
    ],
    ...linkButton(msg`Confirm this email`, context),
    ifNotYou: {
      question: msg`Not you?`,
      answer: msg`Ignore this email. The address stays unconfirmed.`,
    },
    reason: registrationNote,
  }),
  'confirm-new-email': (_mail, context) => ({
    subject: msg`Confirm your new email for Foldout`,
    headline: msg`Confirm your new email`,
    paragraphs: [
      msg`A Foldout account now uses this address. Confirm that it is yours, so that it can be used to recover a lost password.`,
    ],
    ...linkButton(msg`Confirm this email`, context),
    ifNotYou: {
      question: msg`Not your account?`,
      answer: msg`Ignore this email. The address stays unconfirmed.`,
    },
    reason: msg`You received this because someone changed the email of a Foldout account to this address.`,
  }),
  'email-changed': ({ newEmail }, context) => ({
    subject: msg`Your Foldout email was changed`,
    headline: msg`Your email was changed`,
    paragraphs: [msg`The account ${{ username: context.username }} no longer uses this address.`],
    facts: [
      [msg`When`, context.requestedAt],
      [msg`New email`, maskEmail(newEmail)],
    ],
    ...linkButton(msg`Undo the change`, context),
    ifNotYou: {
      question: msg`Was this you?`,
      answer: msg`Then you don’t need to do anything. If not, undo the change now. We will restore this address, sign out every device and send a link for a new password here.`,
    },
    reason: msg`You received this because your address belonged to a Foldout account until now.`,
  }),
  recovery: (_mail, context) => ({
    subject: msg`Set a new password for Foldout`,
    headline: msg`Set a new password`,
    paragraphs: [
      msg`Someone, most likely you, asked for a new password for the account ${{ username: context.username }}.`,
    ],
    ...linkButton(msg`Set a new password`, context),
    ifNotYou: {
      question: msg`Not you?`,
      answer: msg`Ignore this email. Your password stays the same, and no one can change it without the link.`,
    },
    reason: accountHolderNote,
  }),
  'account-created': (_mail, context) => ({
    subject: msg`Your Foldout account`,
    headline: msg`Set your password`,
    paragraphs: [
      msg`An operator of this site created the account ${{ username: context.username }} for you. Set a password to sign in.`,
    ],
    ...linkButton(msg`Set a password`, context),
    ifNotYou: {
      question: msg`Didn’t expect this?`,
      answer: msg`You can delete this email. No one can sign in to the account without the link.`,
    },
    reason: msg`You received this because an operator of this site used your address for a new account.`,
  }),
  'new-device': ({ device, at }, { username, publicUrl }) => ({
    subject: msg`New sign-in to your Foldout account`,
    headline: msg`New sign-in`,
    paragraphs: [msg`Someone signed in to the account ${{ username }} on a new device.`],
    facts: [
      [msg`When`, at],
      [msg`Device`, quoteText(device)],
    ],
    button: { label: msg`See your devices`, link: `${publicUrl}/account-settings` },
    ifNotYou: {
      question: msg`Not you?`,
      answer: msg`Then someone knows your password. Set a new one in your account settings now. That signs out every other device.`,
    },
    reason: accountHolderNote,
  }),
  'identity-linked': ({ provider, at }, context) => ({
    subject: msg`${{ provider }} was linked to your Foldout account`,
    headline: msg`A new sign-in method`,
    paragraphs: [msg`You can now sign in to the account ${{ username: context.username }} with ${{ provider }}.`],
    ...changeNotice(
      at,
      context,
      msg`Unlink ${{ provider }} in your account settings now, then set a new password. That signs out every other device.`,
    ),
  }),
  'factor-turned-on': ({ at }, context) => ({
    subject: msg`Two-factor sign-in was turned on for your Foldout account`,
    headline: msg`Two-factor sign-in is on`,
    paragraphs: [
      msg`The account ${{ username: context.username }} now asks for a code after the password. Keep your recovery codes safe: they are the only way to sign in without the app.`,
    ],
    ...changeNotice(
      at,
      context,
      msg`Then someone is signed in to your account. Set a new password now on a device where you are signed in. That signs out every other device.`,
    ),
  }),
  'factor-turned-off': ({ at }, context) => ({
    subject: msg`Two-factor sign-in was turned off for your Foldout account`,
    headline: msg`Two-factor sign-in is off`,
    paragraphs: [msg`You can now sign in to the account ${{ username: context.username }} with just the password.`],
    ...changeNotice(
      at,
      context,
      msg`Set a new password in your account settings now. That signs out every other device. Then turn two-factor sign-in on again.`,
    ),
  }),
  'password-changed': ({ at }, { username, publicUrl }) => ({
    subject: msg`Your Foldout password was changed`,
    headline: msg`Your password was changed`,
    paragraphs: [msg`The account ${{ username }} has a new password. Every other device was signed out.`],
    facts: [[msg`When`, at]],
    button: { label: msg`Open Foldout`, link: publicUrl },
    ifNotYou: {
      question: msg`Not you?`,
      answer: msg`Open Foldout, choose “Forgot password?” in the sign-in form, and enter this address. We will send a link for a new password here. Using it signs out every other device.`,
    },
    reason: accountHolderNote,
  }),
  'sign-up-approved': (_mail, { publicUrl }) => ({
    subject: msg`Your Foldout account is approved`,
    headline: msg`Your account is approved`,
    paragraphs: [msg`Your account was approved. You can now publish zines, favorite them and follow creators.`],
    button: { label: msg`Open Foldout`, link: publicUrl },
    ifNotYou: { question: msg`Not you?`, answer: msg`Ignore this email.` },
    reason: registrationNote,
  }),
  'sign-up-refused': ({ reason }, { publicUrl }) => ({
    subject: msg`Your Foldout account was not approved`,
    headline: msg`Not approved`,
    paragraphs: [
      msg`Your account was not approved. It was deleted, with everything in it.`,
      ...(reason ? [msg`They say: ${{ reason }}`] : []),
    ],
    button: { label: msg`Open Foldout`, link: publicUrl },
    ifNotYou: { question: msg`Not you?`, answer: nothingToDo },
    reason: registrationNote,
  }),
  'draft-not-published': ({ draftId, refusal, at }, { username, publicUrl }) => ({
    subject: msg`Your Foldout draft was not published`,
    headline: msg`Not published`,
    paragraphs: [
      msg`A draft in the account ${{ username }} could not be published as scheduled. ${{ refusal: fromStored(refusal) }}`,
      msg`Nothing was lost. Fix the problem, then publish it or choose another time.`,
    ],
    facts: [[msg`When`, at]],
    button: { label: msg`Open the draft`, link: `${publicUrl}/draft/${draftId}` },
    ifNotYou: { question: msg`Already published it?`, answer: nothingToDo },
    reason: draftsNote,
  }),
  'drafts-untouched': ({ userId, drafts, at }, { username, publicUrl }) => ({
    subject: msg`${plural({ drafts }, { one: 'A draft of yours on Foldout will be deleted', other: 'Drafts of yours on Foldout will be deleted' })}`,
    headline: msg`${plural({ drafts }, { one: 'A draft you haven’t touched in a while', other: 'Drafts you haven’t touched in a while' })}`,
    paragraphs: [draftsUntouched(drafts, username), msg`To keep a draft, change something in it or publish it.`],
    facts: [[msg`Deleted from`, at]],
    button: { label: msg`See your drafts`, link: `${publicUrl}/profile/${userId}` },
    ifNotYou: { question: msg`Don’t need them?`, answer: nothingToDo },
    reason: draftsNote,
  }),
  decision: decisionMail,
  'member-removed': memberRemovedMail,
}

/** Two whole sentences, because the runtime's `plural` takes no other placeholders. */
const draftsUntouched = (drafts: number, username: string) =>
  drafts === 1
    ? msg`A draft in the account ${{ username }} was not changed in six months. We delete such drafts with their pages.`
    : msg`${plural({ drafts }, { one: '# draft', other: '# drafts' })} in the account ${{ username }} were not changed in six months. We delete such drafts with their pages.`

const changeNotice = (at: Date, { publicUrl }: MailContext, answer: MessageDescriptor) => ({
  facts: [[msg`When`, at] as Fact],
  button: { label: msg`Open account settings`, link: `${publicUrl}/account-settings` },
  ifNotYou: { question: msg`Not you?`, answer },
  reason: accountHolderNote,
})

function linkButton(label: MessageDescriptor, { link }: MailContext): Pick<MailContent, 'button' | 'expiryNote'> {
  if (!link?.expiresAt) throw new Error(`A mail with the button “${label.message}” needs a link`)
  return {
    button: { label, link: link.address },
    expiryNote: msg`The link works once, until ${{ time: link.expiresAt }}.`,
  }
}
