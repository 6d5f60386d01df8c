import type { MailContent } from '#server/mail/mail-html.ts'
import { dateInWords, maskedEmail } from './account-mail.rules.ts'
import type { AccountMail } from './account-mail.ts'
import { signUpApproved, signUpRefused } from './approval-mail.texts.ts'
import { decisionMade, memberRemoved } from './decision-mail.texts.ts'
import { draftNotPublished, draftsUntouched } from './draft-mail.texts.ts'
import { factorTurnedOff, factorTurnedOn } from './factor-mail.texts.ts'

/** What the mails know: whose account, when it was asked for, and the link, if the mail has one, until when it works. */
type MailContext = {
  username: string
  askedAt: Date
  publicUrl: string
  /** Whether the address is known to be theirs. */
  isConfirmed: boolean
  link?: { address: string; expiresAt?: Date } | undefined
}

const ours = 'You get this because the address belongs to an account at Foldout.'

/** The two mails to an unconfirmed address say nothing that somebody typed: it may be a stranger's mailbox. */
export function contentOf(mail: AccountMail, context: MailContext): MailContent {
  switch (mail.kind) {
    case 'confirm-signup':
      return confirmSignup(context)
    case 'confirm-new-email':
      return confirmNewEmail(context)
    case 'email-changed':
      return emailChanged(mail.newEmail, context)
    case 'recovery':
      return recovery(context)
    case 'new-device':
      return newDevice(mail, context)
    case 'identity-linked':
      return identityLinked(mail, context)
    case 'factor-turned-on':
      return factorTurnedOn(mail.at, context)
    case 'factor-turned-off':
      return factorTurnedOff(mail.at, context)
    case 'password-changed':
      return passwordChanged(mail.at, context)
    case 'account-created':
      return accountCreated(context)
    case 'sign-up-approved':
      return signUpApproved(context)
    case 'sign-up-refused':
      return signUpRefused(mail, context)
    case 'draft-not-published':
      return draftNotPublished(mail, context)
    case 'drafts-untouched':
      return draftsUntouched(mail, context)
    case 'decision':
      return decisionMade(mail, context)
    case 'member-removed':
      return memberRemoved(mail, context)
  }
}

const confirmSignup = (context: MailContext): MailContent => ({
  subject: 'Confirm your email for Foldout',
  headline: 'Confirm your email',
  paragraphs: [
    'Somebody, most likely you, registered at Foldout with this address. Confirm that it is yours, and we can help you back in should you ever lose your password.',
  ],
  ...button('Confirm this email', context),
  otherwise: {
    question: 'Was it somebody else?',
    answer: 'Leave this letter as it is. The address then stays unconfirmed.',
  },
  why: 'You get this because somebody gave this address when registering at Foldout.',
})

const confirmNewEmail = (context: MailContext): MailContent => ({
  subject: 'Confirm your new email for Foldout',
  headline: 'Confirm your new email',
  paragraphs: [
    'An account at Foldout now uses this address. Confirm that it is yours, so that a lost password can be recovered through it.',
  ],
  ...button('Confirm this email', context),
  otherwise: {
    question: 'Is the account not yours?',
    answer: 'Leave this letter as it is. The address then stays unconfirmed.',
  },
  why: 'You get this because somebody changed the email of an account at Foldout to this address.',
})

const emailChanged = (newEmail: string, context: MailContext): MailContent => ({
  subject: 'Your Foldout email was changed',
  headline: 'Your email was changed',
  paragraphs: [`The account ${context.username} no longer uses this address.`],
  facts: [
    ['When', dateInWords(context.askedAt)],
    ['New email', maskedEmail(newEmail)],
  ],
  ...button('Undo the change', context),
  otherwise: {
    question: 'Was it you?',
    answer:
      'Then there is nothing to do. If it was not, undo it now: this address is put back, every device is signed out, and a link to a new password comes here.',
  },
  why: 'You get this because the address belonged to an account at Foldout until now.',
})

const recovery = (context: MailContext): MailContent => ({
  subject: 'Set a new password for Foldout',
  headline: 'Set a new password',
  paragraphs: [`Somebody, most likely you, asked for a new password for the account ${context.username}.`],
  ...button('Set a new password', context),
  otherwise: {
    question: 'Was it somebody else?',
    answer: 'Leave this letter as it is. Your password stays the same, and nobody gets in without the link.',
  },
  why: ours,
})

const accountCreated = (context: MailContext): MailContent => ({
  subject: 'Your Foldout account',
  headline: 'Set your password',
  paragraphs: [
    `An operator of this site made the account ${context.username} for you. Set a password to sign in.`,
  ],
  ...button('Set a password', context),
  otherwise: {
    question: 'You did not expect it?',
    answer: 'You can delete this mail. Without the link nobody can sign in to the account.',
  },
  why: 'You get this because an operator of this site gave your address for a new account.',
})

const newDevice = ({ device, at }: { device: string; at: Date }, context: MailContext): MailContent => ({
  subject: 'New sign-in to your Foldout account',
  headline: 'New sign-in',
  paragraphs: [
    `The account ${context.username} was signed in to from a device it had not been used on before.`,
  ],
  facts: [
    ['When', dateInWords(at)],
    ['Device', device],
  ],
  button: settings('See your devices', context),
  otherwise: {
    question: 'Was it not you?',
    answer:
      'Somebody knows your password. Set a new one in your account settings now: that signs every other device out.',
  },
  why: ours,
})

const identityLinked = (
  { provider, at }: { provider: string; at: Date },
  context: MailContext,
): MailContent => ({
  subject: `${provider} was linked to your Foldout account`,
  headline: 'A new way in',
  paragraphs: [`The account ${context.username} can now be signed in to with ${provider}.`],
  facts: [['When', dateInWords(at)]],
  button: settings('Open account settings', context),
  otherwise: {
    question: 'Was it not you?',
    answer: `Unlink ${provider} in your account settings now, then set a new password: that signs every other device out.`,
  },
  why: ours,
})

const passwordChanged = (at: Date, context: MailContext): MailContent => ({
  subject: 'Your Foldout password was changed',
  headline: 'Your password was changed',
  paragraphs: [`The account ${context.username} has a new password. Every other device was signed out.`],
  facts: [['When', dateInWords(at)]],
  button: { label: 'Open Foldout', link: context.publicUrl },
  otherwise: {
    question: 'Was it not you?',
    answer:
      'Open Foldout, choose “Forgot password?” where you sign in, and give this address. The link to a new password comes here, and using it signs everybody else out.',
  },
  why: ours,
})

const settings = (label: string, { publicUrl }: MailContext) => ({
  label,
  link: `${publicUrl}/account-settings`,
})

function button(label: string, { link }: MailContext): Pick<MailContent, 'button' | 'limit'> {
  if (!link?.expiresAt) throw new Error(`A mail with the button "${label}" needs a link`)
  return {
    button: { label, link: link.address },
    limit: `The link works once, until ${dateInWords(link.expiresAt)}.`,
  }
}
