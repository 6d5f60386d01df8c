import type { ColumnType, Generated } from 'kysely'
import type { Details } from '#contract/details.ts'
import type { StoredRecipe } from '#contract/page-recipe.ts'
import type { PaperFormat } from '#contract/paper-formats.ts'
import type { ImportSchema } from './import-schema.ts'
import type { GeneratedTime, OperatorSchema } from './operator-schema.ts'

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
} & DraftSchema &
  OperatorSchema &
  ImportSchema &
  ShelfSchema

type ShelfSchema = {
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
}

type PageText = { transcript: Generated<string>; refusal: string | null }

type DraftSchema = {
  drafts: {
    id: Generated<string>
    owner_id: string
    project_id: string | null
    version: Generated<number>
    content: string
    publish_at: Date | null
    refusal: string | null
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
  document_pages: { document_id: string; number: number; media_id: string | null } & PageText
}
