import type { ColumnType, Generated } from 'kysely'
import type { ReportReason } from '#contract/report-reasons.ts'

/** A creation time, which PostgreSQL sets if the insert does not. */
export type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>

export type OperatorSchema = {
  blocked_media: {
    hash: string
    perceptual_hash: string | null
    note: string | null
    blocked_at: GeneratedTime
  }
  decisions: {
    id: Generated<string>
    member_id: string
    zine_id: string | null
    title: string | null
    act: 'zine hidden' | 'zine restored' | 'zine kept' | 'zine removed' | 'member suspended' | 'member restored'
    reason: Generated<string>
    token_hash: Buffer | null
    reply: string | null
    replied_at: Date | null
    made_at: GeneratedTime
  }
  moderation_emails: {
    id: Generated<string>
    zine_id: string | null
    creator_id: string
    day: Generated<string>
    token_hash: Buffer | null
    expires_at: GeneratedTime
    resolved_at: Date | null
  }
  reports: {
    id: Generated<string>
    zine_id: string | null
    creator_id: string
    title: string | null
    reason: ReportReason
    words: Generated<string>
    reporter_id: string | null
    network: string | null
    once: string
    reported_at: GeneratedTime
    resolved_at: Date | null
    resolution: 'kept' | 'hidden' | 'removed' | 'suspended' | null
  }
  used_codes: { user_id: string; code: string; used_at: GeneratedTime }
  known_devices: { user_id: string; device_hash: Buffer; seen_at: GeneratedTime }
  blocks: { member_id: string; creator_id: string; blocked_at: GeneratedTime }
  unwanted_zines: { member_id: string; zine_id: string; hidden_at: GeneratedTime }
  invites: {
    id: Generated<string>
    code_hash: Buffer
    note: string | null
    uses_left: number
    used: Generated<number>
    expires_at: Date
    created_at: GeneratedTime
  }
  blocked_email_domains: { domain: string; blocked_at: GeneratedTime }
  announcements: {
    is_singleton: Generated<boolean>
    id: Generated<string>
    text: string
    until: Date | null
    announced_at: GeneratedTime
  }
  audit_log: {
    id: Generated<string>
    at: GeneratedTime
    actor: 'operator' | 'letter' | 'member' | 'guest' | 'site'
    operator: string | null
    act: string
    outcome: Generated<string>
    member_id: string | null
    subject: string | null
    network: string | null
    detail: string | null
    times: Generated<number>
    since: GeneratedTime
    same: string | null
  }
}
