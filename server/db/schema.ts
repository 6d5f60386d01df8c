import type { ColumnType, Generated } from 'kysely'
import type { Details } from '#contract/details.ts'
import type { DecisionAct } from '#contract/moderation.ts'
import type { StoredRecipe } from '#contract/page-recipe.ts'
import type { PaperFormat } from '#contract/paper-formats.ts'
import type { ReportReason } from '#contract/report-reasons.ts'

/** A time that PostgreSQL sets if the insert does not. */
type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>

/**
 * The tables that features use through Kysely, compared with the migrations by `schema.test.ts`. A generator knows neither
 * the values that a check allows nor the type of a JSON document.
 */
export type Schema = {
  users: {
    id: Generated<string>
    email: string
    email_verified: Generated<boolean>
    name: Generated<string>
    image: string | null
    username: string
    username_key: string
    bio: string | null
    two_factor_enabled: Generated<boolean>
    confirmed_email: string | null
    former_email: string | null
    email_changed_at: Date | null
    deleting_at: Date | null
    suspended_at: Date | null
    suspended_reason: string | null
    awaiting_since: Date | null
    language: string | null
    created_at: GeneratedTime
    updated_at: GeneratedTime
  }
  accounts: {
    id: Generated<string>
    user_id: string
    account_id: string
    provider_id: string
    password: string | null
    created_at: GeneratedTime
    updated_at: GeneratedTime
  }
  verifications: {
    id: Generated<string>
    identifier: string
    value: string
    expires_at: Date
    created_at: GeneratedTime
    updated_at: GeneratedTime
  }
  two_factors: {
    id: Generated<string>
    user_id: string
    secret: string
    backup_codes: string
    verified: Generated<boolean>
    failed_verification_count: Generated<number>
    locked_until: Date | null
    created_at: GeneratedTime
  }
  sessions: {
    id: Generated<string>
    user_id: string
    token: string
    expires_at: Date
    ip_address: string | null
    user_agent: string | null
    avoids: Generated<boolean>
    has_exclusions: Generated<boolean>
    confirmed_at: GeneratedTime
    created_at: GeneratedTime
    updated_at: GeneratedTime
  }
  mail_links: {
    token_hash: Buffer
    purpose: 'signup' | 'email_change' | 'recovery' | 'undo_email_change' | 'account_created' | 'printed'
    user_id: string
    email: string
    expires_at: Date
    created_at: GeneratedTime
  }
  operator_sessions: {
    token_hash: Buffer
    operator: string | null
    is_opened: Generated<boolean>
    expires_at: Date
  }
  rate_limit_points: { key: string; points: Generated<number>; expire: number | bigint | string | null }
  profiles: {
    user_id: string
    name: string | null
    bio: string | null
    website_url: string | null
    content_notes: Generated<'ask' | 'always' | 'never'>
    picture_url: string | null
    contact_email: string | null
    contact_website: string | null
    following_seen_at: Date | null
    following_new_since: Date | null
    created_at: GeneratedTime
    updated_at: GeneratedTime
  }
  creator_stats: { creator_id: string; zine_count: Generated<number>; follower_count: Generated<number> }
  media: {
    id: Generated<string>
    owner_id: string
    upload_id: string | null
    kind: 'image' | 'video'
    /** The name of its files. */
    hash: string
    content_hash: string | null
    extension: 'webp' | 'mp4' | 'webm'
    width: number | null
    height: number | null
    placeholder: string | null
    print_width: number | null
    byte_size: number | bigint | string
    created_at: GeneratedTime
  }
  media_keys: { is_only: Generated<boolean>; key: Buffer }
  open_uploads: {
    id: string
    owner_id: string
    byte_size: number | bigint | string
    expires_at: Date
    reserved_until: Date
    network: string | null
  }
  zines: {
    id: Generated<string>
    creator_id: string
    title: string
    description: string | null
    aspect_ratio: '1:1' | '4:5' | '9:16'
    paper: Generated<PaperFormat>
    reading_direction: Generated<'ltr' | 'rtl'>
    may_print: Generated<boolean>
    version: Generated<number>
    printing: Generated<number>
    page_count: Generated<number>
    draft_id: string | null
    edited_at: Date | null
    hidden_at: Date | null
    hidden_reason: string | null
    content_note: string | null
    covers_pages: Generated<boolean>
    has_page_content_notes: Generated<boolean>
    created_at: GeneratedTime
  }
  zine_details: {
    zine_id: string
    creator_id: string
    details: ColumnType<Details, string, string>
    series_slug: string | null
    issue_number: Generated<number>
  }
  zine_pages: {
    zine_id: string
    position: number
    media_id: string
    alt_text: Generated<string>
    transcript: Generated<string>
    content_note: Generated<string>
    recipe: ColumnType<StoredRecipe, string | null, string | null>
    /** Null for pages stored before they had ids. */
    page_id: string | null
  }
  recipe_media: { media_id: string; zine_id: string }
  captions: { zine_id: string; language: string; position: number; hash: string; body: string }
  zine_printings: {
    zine_id: string
    number: number
    note: string | null
    printed_at: GeneratedTime
    cover_media_id: string | null
  }
  zine_stats: { zine_id: string; favorite_count: Generated<number> }
  favorites: { user_id: string; zine_id: string; created_at: GeneratedTime }
  shelves: {
    id: Generated<string>
    owner_id: string
    title: string
    about: Generated<string>
    visibility: Generated<'private' | 'link' | 'public'>
    is_to_read: Generated<boolean>
    item_count: Generated<number>
    version: Generated<number>
    created_at: GeneratedTime
    updated_at: GeneratedTime
  }
  shelf_items: {
    id: Generated<string>
    shelf_id: string
    zine_id: string | null
    position: string
    note: Generated<string>
    private_note: Generated<string>
    added_at: GeneratedTime
  }
  drafts: {
    id: Generated<string>
    owner_id: string
    project_id: string | null
    version: Generated<number>
    content: string
    publish_at: Date | null
    refusal: string | null
    refusal_translation: string | null
    deletion_notified_at: Date | null
    zine_id: Generated<string>
    is_imported: Generated<boolean>
    created_at: GeneratedTime
    updated_at: GeneratedTime
  }
  draft_media: { media_id: string; draft_id: string }
  documents: {
    id: Generated<string>
    draft_id: string
    owner_id: string
    upload_id: string | null
    state: Generated<'waiting' | 'reading' | 'done' | 'refused'>
    spread: Generated<'single' | 'in_order' | 'booklet'>
    direction: Generated<'ltr' | 'rtl'>
    cover_alone: Generated<boolean>
    back_alone: Generated<boolean>
    looks_like_spreads: Generated<boolean>
    page_count: number | null
    sheet_count: number | null
    read_at: Date | null
    reading_ms: Generated<number>
    refusal: string | null
    byte_size: Generated<number | bigint | string>
    created_at: GeneratedTime
  }
  document_pages: {
    document_id: string
    number: number
    media_id: string | null
    transcript: Generated<string>
    refusal: string | null
  }
  imports: {
    id: Generated<string>
    owner_id: string
    upload_id: string
    state: Generated<'waiting' | 'reading' | 'done' | 'refused'>
    refusal: string | null
    refusal_translation: string | null
    note: string | null
    note_translation: string | null
    row_count: number | null
    failures: Generated<number>
    page_texts: ColumnType<Record<string, string>, never, string>
    read_at: Date | null
    created_at: GeneratedTime
  }
  import_rows: {
    import_id: string
    number: number
    title: string
    outcome: 'made' | 'already' | 'refused'
    says: string | null
    says_translation: string | null
    draft_id: string | null
  }
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
    act: DecisionAct
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
    actor: 'operator' | 'email' | 'letter' | 'member' | 'guest' | 'site'
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
