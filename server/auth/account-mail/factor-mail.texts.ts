import type { MailContent } from '#server/mail/mail-html.ts'
import { dateInWords } from './account-mail.rules.ts'

type MailContext = { username: string; publicUrl: string }

const why = 'You get this because the address belongs to an account at Foldout.'

export const factorTurnedOn = (at: Date, context: MailContext): MailContent => ({
  subject: 'Two-factor sign-in was turned on at Foldout',
  headline: 'Two-factor sign-in is on',
  paragraphs: [
    `From now on the account ${context.username} asks for a code after the password. Keep the recovery codes: without the app they are the way in.`,
  ],
  facts: [['When', dateInWords(at)]],
  button: { label: 'Open account settings', link: `${context.publicUrl}/account-settings` },
  otherwise: {
    question: 'Was it not you?',
    answer:
      'Somebody is signed in as you. Set a new password now where you are signed in yourself: that signs every other device out.',
  },
  why,
})

export const factorTurnedOff = (at: Date, context: MailContext): MailContent => ({
  subject: 'Two-factor sign-in was turned off at Foldout',
  headline: 'Two-factor sign-in is off',
  paragraphs: [`From now on the password alone opens the account ${context.username}.`],
  facts: [['When', dateInWords(at)]],
  button: { label: 'Open account settings', link: `${context.publicUrl}/account-settings` },
  otherwise: {
    question: 'Was it not you?',
    answer:
      'Set a new password in your account settings now: that signs every other device out. Then turn two-factor sign-in on again.',
  },
  why,
})
