-- How many creators a member follows, and the most of it (memberFollows of contract/limits.ts). It is counted up and down
-- with each follow; those that go with their creator's account are found when the bound is met (follows.queries.ts).
alter table member_counts
  add column follows integer not null default 0 constraint member_counts_follows check (follows <= 10000);
-- Who has more already keeps it.
insert into member_counts (user_id, follows)
select follower_id, least(count(*), 10000) from follows group by follower_id
on conflict (user_id) do update set follows = excluded.follows;

-- Whether a member may follow more, when the count says no. The row is locked before it is counted: whoever follows
-- meanwhile waits for it, and none is missed.
create function recount_follows(member uuid, most integer) returns boolean language plpgsql as $$
declare
  really integer;
begin
  perform from member_counts where user_id = member for update;
  select count(*) into really from follows where follower_id = member;
  update member_counts set follows = least(really, most) where user_id = member;
  return really < most;
end $$;
