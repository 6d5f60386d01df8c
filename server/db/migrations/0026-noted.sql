-- A large library takes longer than a visitor would wait.
set local statement_timeout = 0;

-- Whether a page of it has a content note; written with the pages, for lists and counts that leave such zines out.
alter table zines add column has_noted_pages boolean not null default false;
update zines set has_noted_pages = true where id in (select zine_id from zine_pages where content_note <> '');
-- Former printings keep no cover whose picture is on a page with a note; the sweep takes what nothing shows then.
update zine_printings p set cover_media_id = null
from media cover
where cover.id = p.cover_media_id and cover.hash in (
  select m.hash from zine_pages noted join media m on m.id = noted.media_id
  where noted.zine_id = p.zine_id and noted.content_note <> '');
drop index zine_pages_noted;

-- Zines with a note are few, so they are taken from a creator's number of zines (server/db/avoided.ts).
create index zines_noted on zines (creator_id) where content_note is not null or has_noted_pages;

-- For processes of the version before, which publish while they are still there and do not know of the column.
create function note_noted_page() returns trigger language plpgsql as $$
begin
  update zines set has_noted_pages = true where id = new.zine_id and not has_noted_pages;
  return null;
end $$;
create trigger zine_pages_are_noted after insert on zine_pages
  for each row when (new.content_note <> '') execute function note_noted_page();
