import type { Generated } from 'kysely'
import type { Made } from './operator-schema.ts'

/** The tables of zines before they are seen, and of the PDFs that they are given. */
export type DraftSchema = {
  drafts: {
    id: Generated<string>
    owner_id: string
    project_id: string | null
    version: Generated<number>
    content: string
    publish_at: Date | null
    refusal: string | null
    announced_at: Date | null
    is_imported: Generated<boolean>
    created_at: Made
    updated_at: Made
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
    created_at: Made
  }
  document_pages: {
    document_id: string
    number: number
    media_id: string | null
    transcript: Generated<string>
    refusal: string | null
  }
}
