-- What an upload holds of the disk lapses when no byte of it comes: it is held anew when the upload goes on. `network` is
-- a keyed hash of where it was announced from, so that one network has a share of what is free. Uploads that are under
-- way now hold nothing until they go on.
alter table open_uploads
  add column held_until timestamptz not null default now(),
  add column network text;
