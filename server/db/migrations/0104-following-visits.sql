-- When a member last looked at the Following tab, and since when zines count as new during that visit.
alter table profiles add column following_seen_at timestamptz;
alter table profiles add column following_new_since timestamptz;
