import type { MailContent } from '#server/mail/mail-html.ts'
import { dateInWords } from './account-mail.rules.ts'

/** Neither says what a draft is called: its member typed that, and the address may be a stranger's. */
type MailContext = { username: string; publicUrl: string }

const why = 'You get this because you have drafts at Foldout.'

export const draftNotPublished = (
  { draftId, refusal, at }: { draftId: string; refusal: string; at: Date },
  context: MailContext,
): MailContent => ({
  subject: 'Your Foldout draft was not published',
  headline: 'Not published',
  paragraphs: [
    `A draft of the account ${context.username} was to be published, and could not be. ${refusal}`,
    'Nothing of it was lost. Put it right, and publish it or choose another time.',
  ],
  facts: [['When', dateInWords(at)]],
  button: { label: 'Open the draft', link: `${context.publicUrl}/draft/${draftId}` },
  otherwise: { question: 'Have you published it since?', answer: 'Then there is nothing to do.' },
  why,
})

export const draftsUntouched = (
  { userId, drafts, at }: { userId: string; drafts: number; at: Date },
  context: MailContext,
): MailContent => ({
  subject:
    drafts === 1
      ? 'A draft of yours at Foldout will be removed'
      : 'Drafts of yours at Foldout will be removed',
  headline: drafts === 1 ? 'A draft nobody touches' : 'Drafts nobody touches',
  paragraphs: [
    `${drafts === 1 ? 'A draft' : `${drafts} drafts`} of the account ${context.username} ${drafts === 1 ? 'was' : 'were'} not changed for half a year. Drafts are removed with their pages when that is so.`,
    'Change something in a draft or publish it, and it stays.',
  ],
  facts: [['Removed from', dateInWords(at)]],
  button: { label: 'See your drafts', link: `${context.publicUrl}/profile/${userId}` },
  otherwise: { question: 'Do you not need them?', answer: 'Then there is nothing to do.' },
  why,
})
