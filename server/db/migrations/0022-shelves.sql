-- What members put together of everybody's zines, in an order of their own.
create table shelves (
  id uuid primary key default uuidv7(),
  owner_id uuid not null constraint shelves_owner references users on delete cascade,
  title text not null,
  about text not null default '',
  visibility text not null default 'private'
    constraint shelves_visibility check (visibility in ('private', 'link', 'public')),
  is_to_read boolean not null default false,
  item_count integer not null default 0 constraint shelves_items check (item_count between 0 and 500),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint shelves_to_read_private check (not is_to_read or visibility = 'private')
);
create index shelves_latest on shelves (owner_id, created_at desc, id desc);
create unique index shelves_to_read on shelves (owner_id) where is_to_read;

-- A line of a shelf has an id of its own: it stays when its zine goes. Positions are fractional keys, which are ordered
-- byte by byte, so that a move writes one row (server/shelves/positions.ts).
create table shelf_items (
  id uuid primary key default uuidv7(),
  shelf_id uuid not null constraint shelf_items_shelf references shelves on delete cascade,
  zine_id uuid constraint shelf_items_zine references zines on delete set null,
  position text collate "C" not null constraint shelf_items_short check (octet_length(position) <= 100),
  note text not null default '',
  private_note text not null default '',
  added_at timestamptz not null default now(),
  constraint shelf_items_once unique (shelf_id, zine_id),
  -- Asked at the end of a statement, because one may give all of a shelf new ones.
  constraint shelf_items_position unique (shelf_id, position) deferrable initially immediate
);
create index shelf_items_zine_id on shelf_items (zine_id);

-- A zine by chance: the end of an id is random, whenever it was made (uuidv7).
create index zines_by_chance on zines ((right(id::text, 12) collate "C"));
