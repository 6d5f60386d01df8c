/** Creates a public shelf of a member (`$1`) with as many zines as allowed. Returns its id. */
export const fullShelf = `
  with stands as (select id, row_number() over (order by created_at desc, id desc) as n from zines limit 500),
  shelf as (
    insert into shelves (owner_id, title, visibility, item_count)
    select $1::uuid, 'Full', 'public', count(*) from stands returning id)
  insert into shelf_items (shelf_id, zine_id, position, note)
  select shelf.id, stands.id, 'd' || lpad(n::text, 4, '0'), 'Read on the way home.' from shelf, stands
  returning shelf_id as id`
