import type { ColumnType, Generated } from 'kysely'
import type { GeneratedTime } from './operator-schema.ts'

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
    draft_id: string | null
  }
}
