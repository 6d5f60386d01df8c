import { dateInWords, type MailContent, maskedEmail, quoted } from '#server/mail/render-mail.ts'
import type { AccountMail } from './account-mail.ts'
import { decisionMade, memberRemoved } from './decision-mail.texts.ts'

type MailContext = {
  username: string
  askedAt: Date
  publicUrl: string
  isConfirmed: boolean
  link?: { address: string; expiresAt?: Date } | undefined
}

export function contentOf(mail: AccountMail, given: MailContext): MailContent {
  const content = contents[mail.kind] as (mail: AccountMail, context: MailContext) => MailContent
  return content(mail, { ...given, username: quoted(given.username) })
}

const yours = 'You get this because the address belongs to an account at Foldout.'
const registered = 'You get this because somebody gave this address when registering at Foldout.'
const drafting = 'You get this because you have drafts at Foldout.'
const nothingToDo = 'Then there is nothing to do.'

/** Mails to possible strangers (sign-ups, new addresses, drafts) contain no user text. */
const contents: {
  [Kind in AccountMail['kind']]: (
    mail: Extract<AccountMail, { kind: Kind }>,
    context: MailContext,
  ) => MailContent
} = {
  'confirm-signup': (_mail, context) => ({
    subject: 'Confirm your email for Foldout',
    headline: 'Confirm your email',
    paragraphs: [
      'Somebody, most likely you, registered at Foldout with this address. Confirm that it is yours, and we can help you back in should you ever lose your password.',
    ],
    ...linkButton('Confirm this email', context),
    otherwise: {
      question: 'Was it somebody else?',
      answer: 'Leave this letter as it is. The address then stays unconfirmed.',
    },
    why: registered,
  }),
  'confirm-new-email': (_mail, context) => ({
    subject: 'Confirm your new email for Foldout',
    headline: 'Confirm your new email',
    paragraphs: [
      'An account at Foldout now uses this address. Confirm that it is yours, so that a lost password can be recovered through it.',
    ],
    ...linkButton('Confirm this email', context),
    otherwise: {
      question: 'Is the account not yours?',
      answer: 'Leave this letter as it is. The address then stays unconfirmed.',
    },
    why: 'You get this because somebody changed the email of an account at Foldout to this address.',
  }),
  'email-changed': ({ newEmail }, context) => ({
    subject: 'Your Foldout email was changed',
    headline: 'Your email was changed',
    paragraphs: [`The account ${context.username} no longer uses this address.`],
    facts: [
      ['When', dateInWords(context.askedAt)],
      ['New email', maskedEmail(newEmail)],
    ],
    ...linkButton('Undo the change', context),
    otherwise: {
      question: 'Was it you?',
      answer:
        'Then there is nothing to do. If it was not, undo it now: this address is put back, every device is signed out, and a link to a new password comes here.',
    },
    why: 'You get this because the address belonged to an account at Foldout until now.',
  }),
  recovery: (_mail, context) => ({
    subject: 'Set a new password for Foldout',
    headline: 'Set a new password',
    paragraphs: [`Somebody, most likely you, asked for a new password for the account ${context.username}.`],
    ...linkButton('Set a new password', context),
    otherwise: {
      question: 'Was it somebody else?',
      answer:
        'Leave this letter as it is. Your password stays the same, and nobody gets in without the link.',
    },
    why: yours,
  }),
  'account-created': (_mail, context) => ({
    subject: 'Your Foldout account',
    headline: 'Set your password',
    paragraphs: [
      `An operator of this site made the account ${context.username} for you. Set a password to sign in.`,
    ],
    ...linkButton('Set a password', context),
    otherwise: {
      question: 'You did not expect it?',
      answer: 'You can delete this mail. Without the link nobody can sign in to the account.',
    },
    why: 'You get this because an operator of this site gave your address for a new account.',
  }),
  'new-device': ({ device, at }, { username, publicUrl }) => ({
    subject: 'New sign-in to your Foldout account',
    headline: 'New sign-in',
    paragraphs: [`The account ${username} was signed in to from a device it had not been used on before.`],
    facts: [
      ['When', dateInWords(at)],
      ['Device', quoted(device)],
    ],
    button: { label: 'See your devices', link: `${publicUrl}/account-settings` },
    otherwise: {
      question: 'Was it not you?',
      answer:
        'Somebody knows your password. Set a new one in your account settings now: that signs every other device out.',
    },
    why: yours,
  }),
  'identity-linked': ({ provider, at }, context) => ({
    subject: `${provider} was linked to your Foldout account`,
    headline: 'A new way in',
    paragraphs: [`The account ${context.username} can now be signed in to with ${provider}.`],
    ...changed(
      at,
      context,
      `Unlink ${provider} in your account settings now, then set a new password: that signs every other device out.`,
    ),
  }),
  'factor-turned-on': ({ at }, context) => ({
    subject: 'Two-factor sign-in was turned on at Foldout',
    headline: 'Two-factor sign-in is on',
    paragraphs: [
      `From now on the account ${context.username} asks for a code after the password. Keep the recovery codes: without the app they are the way in.`,
    ],
    ...changed(
      at,
      context,
      'Somebody is signed in as you. Set a new password now where you are signed in yourself: that signs every other device out.',
    ),
  }),
  'factor-turned-off': ({ at }, context) => ({
    subject: 'Two-factor sign-in was turned off at Foldout',
    headline: 'Two-factor sign-in is off',
    paragraphs: [`From now on the password alone opens the account ${context.username}.`],
    ...changed(
      at,
      context,
      'Set a new password in your account settings now: that signs every other device out. Then turn two-factor sign-in on again.',
    ),
  }),
  'password-changed': ({ at }, { username, publicUrl }) => ({
    subject: 'Your Foldout password was changed',
    headline: 'Your password was changed',
    paragraphs: [`The account ${username} has a new password. Every other device was signed out.`],
    facts: [['When', dateInWords(at)]],
    button: { label: 'Open Foldout', link: publicUrl },
    otherwise: {
      question: 'Was it not you?',
      answer:
        'Open Foldout, choose “Forgot password?” where you sign in, and give this address. The link to a new password comes here, and using it signs everybody else out.',
    },
    why: yours,
  }),
  'sign-up-approved': (_mail, { publicUrl }) => ({
    subject: 'Your Foldout account is open',
    headline: 'You are in',
    paragraphs: [
      'Whoever runs this site has said yes to your account. You can publish zines now, keep favorites and follow creators.',
    ],
    button: { label: 'Open Foldout', link: publicUrl },
    otherwise: { question: 'Was it somebody else?', answer: 'Leave this letter as it is.' },
    why: registered,
  }),
  'sign-up-refused': ({ reason }, { publicUrl }) => ({
    subject: 'Your Foldout account was not approved',
    headline: 'Not approved',
    paragraphs: [
      'Whoever runs this site has said no to your account. It was deleted, with everything in it.',
      ...(reason ? [`They say: ${reason}`] : []),
    ],
    button: { label: 'Open Foldout', link: publicUrl },
    otherwise: { question: 'Was it somebody else?', answer: nothingToDo },
    why: registered,
  }),
  'draft-not-published': ({ draftId, refusal, at }, { username, publicUrl }) => ({
    subject: 'Your Foldout draft was not published',
    headline: 'Not published',
    paragraphs: [
      `A draft of the account ${username} was to be published, and could not be. ${refusal}`,
      'Nothing of it was lost. Put it right, and publish it or choose another time.',
    ],
    facts: [['When', dateInWords(at)]],
    button: { label: 'Open the draft', link: `${publicUrl}/draft/${draftId}` },
    otherwise: { question: 'Have you published it since?', answer: nothingToDo },
    why: drafting,
  }),
  'drafts-untouched': ({ userId, drafts, at }, { username, publicUrl }) => ({
    subject: `${drafts === 1 ? 'A draft' : 'Drafts'} of yours at Foldout will be removed`,
    headline: `${drafts === 1 ? 'A draft' : 'Drafts'} nobody touches`,
    paragraphs: [
      `${drafts === 1 ? 'A draft' : `${drafts} drafts`} of the account ${username} ${drafts === 1 ? 'was' : 'were'} not changed for half a year. Drafts are removed with their pages when that is so.`,
      'Change something in a draft or publish it, and it stays.',
    ],
    facts: [['Removed from', dateInWords(at)]],
    button: { label: 'See your drafts', link: `${publicUrl}/profile/${userId}` },
    otherwise: { question: 'Do you not need them?', answer: nothingToDo },
    why: drafting,
  }),
  decision: decisionMade,
  'member-removed': memberRemoved,
}

const changed = (at: Date, { publicUrl }: MailContext, answer: string) => ({
  facts: [['When', dateInWords(at)] as [string, string]],
  button: { label: 'Open account settings', link: `${publicUrl}/account-settings` },
  otherwise: { question: 'Was it not you?', answer },
  why: yours,
})

function linkButton(label: string, { link }: MailContext): Pick<MailContent, 'button' | 'limit'> {
  if (!link?.expiresAt) throw new Error(`A mail with the button "${label}" needs a link`)
  return {
    button: { label, link: link.address },
    limit: `The link works once, until ${dateInWords(link.expiresAt)}.`,
  }
}
