-- A member's favorite creators, the latest follow first.
create index follows_latest on follows (follower_id, created_at desc, creator_id desc);
