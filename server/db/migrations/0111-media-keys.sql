-- The key of the names of media files. Its only row is inserted when the first file is stored.
create table media_keys (
  is_only boolean default true primary key constraint media_keys_is_only check (is_only),
  key bytea not null
);

-- The plain hash of a file's content, which its name does not reveal. Null in earlier rows, where it is the name.
alter table media add column content_hash text;
