import type pg from 'pg'
import type { EmbeddedConnection } from '#server/db/embedded/database.ts'

/** What is asked of all of them. */
export type Question =
  | { about: 'newest' }
  /** `after` is the zine before the page, `skip` how many lie before it: each takes what it can. */
  | { about: 'popular'; skip: number; after: [count: number, id: string] | null }
  | { about: 'zine'; id: string }
  | { about: 'search'; text: string }

export type Asked = { method: string; path: string; headers?: Record<string, string>; body?: unknown }

/** A server that is started, and how it is asked. */
export type Peer = {
  title: string
  version: string
  /** The Node it runs on. */
  node: string
  server: (port: number) => { args: string[]; env: NodeJS.ProcessEnv; cwd: string }
  ask: (question: Question) => Asked
  /** The zines of an answer, by their ids. */
  idsIn: (answer: unknown) => string[]
  /** Makes a favorite of the reader's, and takes it back; `id` is new each time. */
  favor: (zine: string, id: string) => { make: Asked; undo: Asked }
  statuses: readonly number[]
  database: EmbeddedConnection
  /** Answers how many counters differ from the rows they count. */
  wrongCounters: string
}

/** From the library's database into a peer's. */
export type Filling = { source: pg.Client; target: pg.Client; reader: string }

/** How many zines are on a page. */
export const pageSize = 20
/** The most connections to the database that each may open: what Foldout takes if nothing is said. */
export const poolSize = 16

/** A table of favorites, and where what it counts stands. */
type Counted = { favorites: string; zine: string; zines: string; id: string; count: string }

/**
 * Neither peer counts by itself. A trigger is the cheapest way that is exact, whoever writes; each could do it with code of
 * its own as well, at the price of more statements.
 */
export const counter = ({ favorites, zine, zines, id, count }: Counted) => `
  create function count_favorite() returns trigger language plpgsql as $$ begin
    update ${zines} set ${count} = ${count} + case tg_op when 'INSERT' then 1 else -1 end
    where ${id} = case tg_op when 'INSERT' then new.${zine} else old.${zine} end;
    return null;
  end $$;
  create trigger count_favorite after insert or delete on ${favorites} for each row execute function count_favorite()`

export const wrongCounters = ({ favorites, zine, zines, id, count }: Counted) => `
  select count(*)::int as wrong from ${zines} z
  left join (select ${zine} as zine, count(*) as counted from ${favorites} group by 1) f on f.zine = z.${id}
  where z.${count} <> coalesce(f.counted, 0)`
