export const reportReasons = ['not_agreed', 'private', 'hurts', 'unlawful', 'no_content_note', 'spam', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** Labels for reporters and operators. */
export const reasonLabels: Record<ReportReason, string> = {
  not_agreed: 'This is my work, used without permission',
  private: 'It reveals someone’s private information',
  hurts: 'It harasses or threatens people',
  unlawful: 'It is illegal',
  no_content_note: 'A content note is missing',
  spam: 'It is spam',
  other: 'Something else',
}

/** Possible decisions. Hiding a creator means suspending them. */
export const moderationActs = ['hide', 'keep', 'remove'] as const
export type ModerationAct = (typeof moderationActs)[number]
