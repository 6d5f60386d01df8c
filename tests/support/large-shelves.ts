/** A shelf for everybody, with some zines on it; needs the tables of `fillLargeLibrary`. */
export const shelvesOfLibrary = `
  insert into shelves (owner_id, title, visibility, item_count, created_at)
  select id, 'Shelf of ' || at, (array['public', 'link', 'private'])[1 + at % 3], 5, now() - interval '1 year' from person;
  insert into shelf_items (shelf_id, zine_id, position)
  select sh.id, z.id, 'a' || n
  from shelves sh join person p on p.id = sh.owner_id cross join generate_series(0, 4) n
  join zine z on z.at = (p.at * 5 + n) % 29989`
