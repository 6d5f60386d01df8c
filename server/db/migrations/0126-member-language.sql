-- The language of the site's own texts and emails, chosen by the member. Null: whatever their browser prefers.
alter table users add column language text check (language ~ '^[A-Za-z0-9-]{2,35}$');
