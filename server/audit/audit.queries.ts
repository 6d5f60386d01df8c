import type { Insertable } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
import type { Schema } from '#server/db/schema.ts'

type Row = Insertable<Schema['audit_log']>

/** `subject` is what it was done to, such as `zine 0198…`; `detail` holds no address and no secret. */
export type AuditedAct = Pick<Row, 'actor' | 'act'> &
  Partial<Pick<Row, 'outcome' | 'member_id' | 'subject' | 'network'>> & { detail?: object }

/** Writes an act down: in the transaction that does it, so that neither is there without the other. */
export const noteAct = (db: Db | Tx, { detail, ...act }: AuditedAct) =>
  db
    .insertInto('audit_log')
    .values({ ...act, detail: detail ? JSON.stringify(detail) : null })
    .execute()
