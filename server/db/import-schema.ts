import type { Generated } from 'kysely'
import type { Made } from './operator-schema.ts'

/** The tables of imports. */
export type ImportSchema = {
  imports: {
    id: Generated<string>
    owner_id: string
    upload_id: string
    state: Generated<'waiting' | 'reading' | 'done' | 'refused'>
    refusal: string | null
    note: string | null
    row_count: number | null
    failures: Generated<number>
    read_at: Date | null
    created_at: Made
  }
  import_rows: {
    import_id: string
    number: number
    title: string
    outcome: 'made' | 'already' | 'refused'
    says: string | null
    draft_id: string | null
  }
}
