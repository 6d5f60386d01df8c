-- A block stops its own member from following. The other may follow as before: a refusal would tell them of the block.
create or replace function may_follow(follower uuid, creator uuid) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(pair_of(follower, creator));
  return not exists (select from blocks where member_id = follower and creator_id = creator);
end $$;
