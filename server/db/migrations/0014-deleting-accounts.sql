-- When an account with very much in it was deleted: nobody is shown it any more, and a job removes it in steps.
alter table users add column deleting_at timestamptz;
create index users_deleting on users (deleting_at) where deleting_at is not null;

-- What is swept because of its age (server/db/expired-rows.jobs.ts).
create index known_devices_seen on known_devices (seen_at);
create index focus_sessions_removed on focus_sessions (removed_at) where removed_at is not null;
