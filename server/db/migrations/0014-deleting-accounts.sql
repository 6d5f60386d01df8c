-- When an account with very much in it was deleted: nobody is shown it any more, and a job removes it in steps.
alter table users add column deleting_at timestamptz;
create index users_deleting on users (deleting_at) where deleting_at is not null;
