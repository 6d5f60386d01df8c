export const reportReasons = ['not_agreed', 'private', 'hurts', 'unlawful', 'spam'] as const
export type ReportReason = (typeof reportReasons)[number]

/** Labels for reporters and operators. */
export const reasonLabels: Record<ReportReason, string> = {
  not_agreed: 'This is my work, used without permission',
  private: 'It reveals someone’s private information',
  hurts: 'It harasses or threatens people',
  unlawful: 'It is illegal',
  spam: 'It is spam',
}

/** Possible decisions. Hiding a creator means suspending them. */
export const moderationActs = ['hide', 'keep', 'remove'] as const
export type ModerationAct = (typeof moderationActs)[number]
