/** What a mail says, as plain text throughout; the layout escapes it. */
export type MailContent = {
  subject: string
  headline: string
  paragraphs: string[]
  /** Particulars, such as when and where. */
  facts?: [name: string, value: string][]
  button: { label: string; link: string }
  /** How long the button works. */
  limit?: string
  /** What to do if it was somebody else. */
  otherwise: { question: string; answer: string }
  /** Why this mail came, as a sentence. */
  why: string
}

export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
