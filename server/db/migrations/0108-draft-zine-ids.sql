-- The id that the zine will have, so that its address can be printed in it before it is published.
alter table drafts add column zine_id uuid default uuidv7() not null;
