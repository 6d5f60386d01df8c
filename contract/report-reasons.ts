export const reportReasons = ['not_agreed', 'private', 'hurts', 'unlawful', 'spam'] as const
export type ReportReason = (typeof reportReasons)[number]

/** Labels for reporters and operators. */
export const reasonSentences: Record<ReportReason, string> = {
  not_agreed: 'It is mine and I did not agree',
  private: 'It shows private things about somebody',
  hurts: 'It hurts or threatens people',
  unlawful: 'It is unlawful',
  spam: 'It is spam',
}

/** Possible decisions. Hiding a creator means suspending them. */
export const letterActs = ['hide', 'keep', 'remove'] as const
export type LetterAct = (typeof letterActs)[number]
