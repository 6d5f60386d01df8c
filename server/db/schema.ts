import type { ColumnType, Generated } from 'kysely'

type Made = ColumnType<Date, Date | string | undefined, Date | string>

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
    created_at: Made
    updated_at: Made
  }
  sessions: {
    id: Generated<string>
    user_id: string
    token: string
    expires_at: Date
    ip_address: string | null
    user_agent: string | null
    created_at: Made
    updated_at: Made
  }
  profiles: {
    user_id: string
    name: string | null
    bio: string | null
    website_url: string | null
    picture_url: string | null
    contact_email: string | null
    contact_website: string | null
    created_at: Made
    updated_at: Made
  }
  creator_stats: { creator_id: string; zine_count: Generated<number>; follower_count: Generated<number> }
  media: {
    id: Generated<string>
    owner_id: string
    upload_id: string | null
    kind: 'image' | 'video'
    hash: string
    extension: 'webp' | 'mp4' | 'webm'
    width: number | null
    height: number | null
    placeholder: string | null
    byte_size: number | bigint | string
    created_at: Made
  }
  zines: {
    id: Generated<string>
    creator_id: string
    title: string
    description: string | null
    aspect_ratio: '1:1' | '4:5' | '9:16'
    created_at: Made
  }
  zine_pages: { zine_id: string; position: number; media_id: string; alt_text: Generated<string> }
  zine_stats: { zine_id: string; favorite_count: Generated<number> }
  favorites: { user_id: string; zine_id: string; created_at: Made }
  zine_search: { zine_id: string; document: string }
  creator_search: { creator_id: string; document: string }
}
