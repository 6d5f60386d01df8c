-- How a member gets new zines of followed creators outside the site: by an email digest, and by a private feed.
--
-- Both secrets are stored as they are. Their powers are small, every digest repeats one, and its member can see the
-- other again. A stolen backup shows the follows and zines anyway, and lets a thief end digests at most.
create table subscriptions (
  user_id uuid primary key constraint subscriptions_owner references users on delete cascade,
  digest text default 'off' not null constraint subscriptions_digest check (digest in ('off', 'weekly', 'daily')),
  digest_due_at timestamptz,
  digest_until timestamptz default now() not null,
  unsubscribe_token text not null constraint subscriptions_unsubscribe_token unique,
  feed_secret text constraint subscriptions_feed_secret unique,
  constraint subscriptions_due check ((digest = 'off') = (digest_due_at is null))
);
create index subscriptions_due_at on subscriptions (digest_due_at) where (digest_due_at is not null);
