-- Decisions by the link of a moderation email. Processes of 1.0 write `letter`, which 1.2 no longer needs.
alter table audit_log drop constraint audit_log_actor;
alter table audit_log add constraint audit_log_actor check (actor in ('operator', 'email', 'letter', 'member', 'guest', 'site'));
update audit_log set actor = 'email' where actor = 'letter';

-- Whether some creators or zines are excluded from the member's lists. Processes of 1.0 use `avoids`, so both stay equal
-- until 1.2 drops that column.
alter table sessions add column has_exclusions boolean default false not null;
update sessions set has_exclusions = true where avoids;

create or replace function begin_session() returns trigger
language plpgsql
as $$
declare
  is_suspended boolean;
begin
  select suspended_at is not null into is_suspended from users where id = new.user_id for share;
  new.has_exclusions := new.has_exclusions or has_exclusions(new.user_id);
  new.avoids := new.has_exclusions;
  if is_suspended then
    new.expires_at := now();
  end if;
  return new;
end $$;

create function copy_exclusions() returns trigger
language plpgsql
as $$
begin
  if new.avoids <> old.avoids then
    new.has_exclusions := new.avoids;
  else
    new.avoids := new.has_exclusions;
  end if;
  return new;
end $$;
create trigger copy_exclusions before update of avoids, has_exclusions on sessions
  for each row execute function copy_exclusions();

alter table moderation_emails rename constraint report_letters_daily to moderation_emails_daily;
