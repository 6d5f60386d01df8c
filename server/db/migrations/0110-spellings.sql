-- A job indexes the library again: search now compares more spellings of a word.
delete from search_index_runs where exists (select from profiles);

-- Username keys without punctuation at the ends and without the dot of a capital İ. If several members would have one
-- key, the oldest gets it unless another already has it. The others keep theirs and sign in with their names as before.
-- Keys from before look-alikes were considered, which have characters that later keys never have, stay as they are. So
-- do those of names with letters that look like punctuation.
with changed as (
  select distinct on (key) id, key
  from users, lateral (select normalize(replace(btrim(username_key, '_.-'), U&'i\0307', 'i'), nfc) as key) simpler
  where key <> username_key and key <> '' and username_key !~ '[01lm|]'
    and username !~ '[\u01C3\u02B9-\u02FF\u0640\u07F4\u07F5\u07FA\uA4F8-\uA4FD\uA788\uA78B\uA78C\uA78F]'
    and not exists (select from users taken where taken.username_key = key)
  order by key, created_at, id
)
update users set username_key = key from changed where changed.id = users.id;
