export const reportReasons = ['not_agreed', 'private', 'hurts', 'unlawful', 'spam'] as const
export type ReportReason = (typeof reportReasons)[number]

/** As whoever reports chooses them, and as whoever decides reads them. */
export const reasonSentences: Record<ReportReason, string> = {
  not_agreed: 'It is mine and I did not agree',
  private: 'It shows private things about somebody',
  hurts: 'It hurts or threatens people',
  unlawful: 'It is unlawful',
  spam: 'It is spam',
}

/** What can be decided about what was reported. Of a creator, to hide is to suspend them. */
export const letterActs = ['hide', 'keep', 'remove'] as const
export type LetterAct = (typeof letterActs)[number]
