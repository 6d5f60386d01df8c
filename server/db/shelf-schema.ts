import type { Generated } from 'kysely'
import type { Made } from './operator-schema.ts'

export type ShelfSchema = {
  shelves: {
    id: Generated<string>
    owner_id: string
    title: string
    about: Generated<string>
    visibility: Generated<'private' | 'link' | 'public'>
    is_to_read: Generated<boolean>
    item_count: Generated<number>
    version: Generated<number>
    created_at: Made
    updated_at: Made
  }
  shelf_items: {
    id: Generated<string>
    shelf_id: string
    zine_id: string | null
    position: string
    note: Generated<string>
    private_note: Generated<string>
    added_at: Made
  }
}
