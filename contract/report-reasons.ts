import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
export const reportReasons = ['not_agreed', 'private', 'hurts', 'unlawful', 'no_content_note', 'spam', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** Labels for reporters and operators. */
export const reasonLabels: Record<ReportReason, MessageDescriptor> = {
  not_agreed: msg`This is my work, used without permission`,
  private: msg`It reveals someone’s private information`,
  hurts: msg`It harasses or threatens people`,
  unlawful: msg`It is illegal`,
  no_content_note: msg`A content note is missing`,
  spam: msg`It is spam`,
  other: msg`Something else`,
}

/** Possible decisions. Hiding a creator means suspending them. */
export const moderationActs = ['hide', 'keep', 'remove'] as const
export type ModerationAct = (typeof moderationActs)[number]
