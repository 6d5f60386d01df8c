import { formatDateTime, type MailContent, maskEmail, quoteText } from '#server/mail/render-mail.ts'
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

const accountHolderNote = 'You received this because your address belongs to a Foldout account.'
const registrationNote = 'You received this because someone registered on Foldout with this address.'
const draftsNote = 'You received this because you have drafts on Foldout.'
const nothingToDo = 'Then you don’t need to do anything.'

/** Mails to possible strangers (sign-ups, new addresses, drafts) contain no user text. */
const contents: {
  [Kind in AccountMail['kind']]: (mail: Extract<AccountMail, { kind: Kind }>, context: MailContext) => MailContent
} = {
  'confirm-signup': (_mail, context) => ({
    subject: 'Confirm your email for Foldout',
    headline: 'Confirm your email',
    paragraphs: [
      'Someone, most likely you, registered on Foldout with this address. Confirm that it is yours, so that you can recover your account if you lose your password.',
    ],
    ...linkButton('Confirm this email', context),
    ifNotYou: {
      question: 'Not you?',
      answer: 'Ignore this email. The address stays unconfirmed.',
    },
    reason: registrationNote,
  }),
  'confirm-new-email': (_mail, context) => ({
    subject: 'Confirm your new email for Foldout',
    headline: 'Confirm your new email',
    paragraphs: [
      'A Foldout account now uses this address. Confirm that it is yours, so that it can be used to recover a lost password.',
    ],
    ...linkButton('Confirm this email', context),
    ifNotYou: {
      question: 'Not your account?',
      answer: 'Ignore this email. The address stays unconfirmed.',
    },
    reason: 'You received this because someone changed the email of a Foldout account to this address.',
  }),
  'email-changed': ({ newEmail }, context) => ({
    subject: 'Your Foldout email was changed',
    headline: 'Your email was changed',
    paragraphs: [`The account ${context.username} no longer uses this address.`],
    facts: [
      ['When', formatDateTime(context.requestedAt)],
      ['New email', maskEmail(newEmail)],
    ],
    ...linkButton('Undo the change', context),
    ifNotYou: {
      question: 'Was this you?',
      answer:
        'Then you don’t need to do anything. If not, undo the change now. We will restore this address, sign out every device and send a link for a new password here.',
    },
    reason: 'You received this because your address belonged to a Foldout account until now.',
  }),
  recovery: (_mail, context) => ({
    subject: 'Set a new password for Foldout',
    headline: 'Set a new password',
    paragraphs: [`Someone, most likely you, asked for a new password for the account ${context.username}.`],
    ...linkButton('Set a new password', context),
    ifNotYou: {
      question: 'Not you?',
      answer: 'Ignore this email. Your password stays the same, and no one can change it without the link.',
    },
    reason: accountHolderNote,
  }),
  'account-created': (_mail, context) => ({
    subject: 'Your Foldout account',
    headline: 'Set your password',
    paragraphs: [
      `An operator of this site created the account ${context.username} for you. Set a password to sign in.`,
    ],
    ...linkButton('Set a password', context),
    ifNotYou: {
      question: 'Didn’t expect this?',
      answer: 'You can delete this email. No one can sign in to the account without the link.',
    },
    reason: 'You received this because an operator of this site used your address for a new account.',
  }),
  'new-device': ({ device, at }, { username, publicUrl }) => ({
    subject: 'New sign-in to your Foldout account',
    headline: 'New sign-in',
    paragraphs: [`Someone signed in to the account ${username} on a new device.`],
    facts: [
      ['When', formatDateTime(at)],
      ['Device', quoteText(device)],
    ],
    button: { label: 'See your devices', link: `${publicUrl}/account-settings` },
    ifNotYou: {
      question: 'Not you?',
      answer:
        'Then someone knows your password. Set a new one in your account settings now. That signs out every other device.',
    },
    reason: accountHolderNote,
  }),
  'identity-linked': ({ provider, at }, context) => ({
    subject: `${provider} was linked to your Foldout account`,
    headline: 'A new sign-in method',
    paragraphs: [`You can now sign in to the account ${context.username} with ${provider}.`],
    ...changeNotice(
      at,
      context,
      `Unlink ${provider} in your account settings now, then set a new password. That signs out every other device.`,
    ),
  }),
  'factor-turned-on': ({ at }, context) => ({
    subject: 'Two-factor sign-in was turned on for your Foldout account',
    headline: 'Two-factor sign-in is on',
    paragraphs: [
      `The account ${context.username} now asks for a code after the password. Keep your recovery codes safe: they are the only way to sign in without the app.`,
    ],
    ...changeNotice(
      at,
      context,
      'Then someone is signed in to your account. Set a new password now on a device where you are signed in. That signs out every other device.',
    ),
  }),
  'factor-turned-off': ({ at }, context) => ({
    subject: 'Two-factor sign-in was turned off for your Foldout account',
    headline: 'Two-factor sign-in is off',
    paragraphs: [`You can now sign in to the account ${context.username} with just the password.`],
    ...changeNotice(
      at,
      context,
      'Set a new password in your account settings now. That signs out every other device. Then turn two-factor sign-in on again.',
    ),
  }),
  'password-changed': ({ at }, { username, publicUrl }) => ({
    subject: 'Your Foldout password was changed',
    headline: 'Your password was changed',
    paragraphs: [`The account ${username} has a new password. Every other device was signed out.`],
    facts: [['When', formatDateTime(at)]],
    button: { label: 'Open Foldout', link: publicUrl },
    ifNotYou: {
      question: 'Not you?',
      answer:
        'Open Foldout, choose “Forgot password?” in the sign-in form, and enter this address. We will send a link for a new password here. Using it signs out every other device.',
    },
    reason: accountHolderNote,
  }),
  'sign-up-approved': (_mail, { publicUrl }) => ({
    subject: 'Your Foldout account is approved',
    headline: 'Your account is approved',
    paragraphs: ['Your account was approved. You can now publish zines, favorite them and follow creators.'],
    button: { label: 'Open Foldout', link: publicUrl },
    ifNotYou: { question: 'Not you?', answer: 'Ignore this email.' },
    reason: registrationNote,
  }),
  'sign-up-refused': ({ reason }, { publicUrl }) => ({
    subject: 'Your Foldout account was not approved',
    headline: 'Not approved',
    paragraphs: [
      'Your account was not approved. It was deleted, with everything in it.',
      ...(reason ? [`They say: ${reason}`] : []),
    ],
    button: { label: 'Open Foldout', link: publicUrl },
    ifNotYou: { question: 'Not you?', answer: nothingToDo },
    reason: registrationNote,
  }),
  'draft-not-published': ({ draftId, refusal, at }, { username, publicUrl }) => ({
    subject: 'Your Foldout draft was not published',
    headline: 'Not published',
    paragraphs: [
      `A draft in the account ${username} could not be published as scheduled. ${refusal}`,
      'Nothing was lost. Fix the problem, then publish it or choose another time.',
    ],
    facts: [['When', formatDateTime(at)]],
    button: { label: 'Open the draft', link: `${publicUrl}/draft/${draftId}` },
    ifNotYou: { question: 'Already published it?', answer: nothingToDo },
    reason: draftsNote,
  }),
  'drafts-untouched': ({ userId, drafts, at }, { username, publicUrl }) => ({
    subject: `${drafts === 1 ? 'A draft' : 'Drafts'} of yours on Foldout will be deleted`,
    headline: `${drafts === 1 ? 'A draft' : 'Drafts'} you haven’t touched in a while`,
    paragraphs: [
      `${drafts === 1 ? 'A draft' : `${drafts} drafts`} in the account ${username} ${drafts === 1 ? 'was' : 'were'} not changed in six months. We delete such drafts with their pages.`,
      'To keep a draft, change something in it or publish it.',
    ],
    facts: [['Deleted from', formatDateTime(at)]],
    button: { label: 'See your drafts', link: `${publicUrl}/profile/${userId}` },
    ifNotYou: { question: 'Don’t need them?', answer: nothingToDo },
    reason: draftsNote,
  }),
  decision: decisionMail,
  'member-removed': memberRemovedMail,
}

const changeNotice = (at: Date, { publicUrl }: MailContext, answer: string) => ({
  facts: [['When', formatDateTime(at)] as [string, string]],
  button: { label: 'Open account settings', link: `${publicUrl}/account-settings` },
  ifNotYou: { question: 'Not you?', answer },
  reason: accountHolderNote,
})

function linkButton(label: string, { link }: MailContext): Pick<MailContent, 'button' | 'expiryNote'> {
  if (!link?.expiresAt) throw new Error(`A mail with the button “${label}” needs a link`)
  return {
    button: { label, link: link.address },
    expiryNote: `The link works once, until ${formatDateTime(link.expiresAt)}.`,
  }
}
