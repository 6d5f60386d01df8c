import type { MailContent } from '#server/mail/mail-html.ts'

/** Neither says what somebody typed at the sign-up: the address may be a stranger's. */
type MailContext = { publicUrl: string }

const why = 'You get this because somebody gave this address when registering at Foldout.'

export const signUpApproved = ({ publicUrl }: MailContext): MailContent => ({
  subject: 'Your Foldout account is open',
  headline: 'You are in',
  paragraphs: [
    'Whoever runs this site has said yes to your account. You can publish zines now, keep favorites and follow creators.',
  ],
  button: { label: 'Open Foldout', link: publicUrl },
  otherwise: { question: 'Was it somebody else?', answer: 'Leave this letter as it is.' },
  why,
})

export const signUpRefused = ({ reason }: { reason: string }, { publicUrl }: MailContext): MailContent => ({
  subject: 'Your Foldout account was not approved',
  headline: 'Not approved',
  paragraphs: [
    'Whoever runs this site has said no to your account. It was deleted, with everything in it.',
    ...(reason ? [`They say: ${reason}`] : []),
  ],
  button: { label: 'Open Foldout', link: publicUrl },
  otherwise: { question: 'Was it somebody else?', answer: 'Then there is nothing to do.' },
  why,
})
