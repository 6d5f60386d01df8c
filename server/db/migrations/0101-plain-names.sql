-- Tables, columns and functions get the names that docs/search.md and the code use.

alter table search_words rename to terms;
alter table terms rename column word to term;
alter index search_words_pkey rename to terms_pkey;
alter index search_words_nearness rename to terms_spelling_hashes;
alter index search_words_parts rename to terms_ngrams;
alter function word_parts(text) rename to term_ngrams;
alter function word_nearness(text) rename to spelling_hashes;
drop function word_without_a_letter(text);

alter table search_word_additions rename to term_count_deltas;
alter table term_count_deltas rename column words to terms;
alter index zine_search_words rename to zine_search_terms;
alter index creator_search_words rename to creator_search_terms;

alter table search_filled rename to search_index_runs;
alter table search_index_runs rename column at to completed_at;

alter table withheld_media rename to restricted_media;
alter table restricted_media rename column withheld_at to restricted_at;
alter table blocked_media rename column looks to perceptual_hash;
alter table open_uploads rename column held_until to reserved_until;
alter table report_letters rename to moderation_emails;

alter table projects rename column kept_bytes to text_bytes;
alter table member_counts rename column text_parts to text_blocks;
alter table drafts rename column announced_at to deletion_notified_at;
alter table announcements rename column is_only to is_singleton;
alter index documents_under_way rename to documents_active;
alter index imports_under_way rename to imports_active;

-- Functions whose bodies name what is renamed here.

alter table zines rename column has_noted_pages to has_page_content_notes;
drop trigger zine_pages_are_noted on zine_pages;
drop function note_noted_page();
create function set_has_page_content_notes() returns trigger
language plpgsql
as $$
begin
  update zines set has_page_content_notes = true where id = new.zine_id and not has_page_content_notes;
  return null;
end $$;
create trigger zine_pages_set_content_notes after insert on zine_pages
  for each row when ((new.content_note <> ''::text)) execute function set_has_page_content_notes();

-- A lock key for two members in either order.
alter function pair_of(uuid, uuid) rename to member_pair_key;
create or replace function may_follow(follower uuid, creator uuid) returns boolean
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock_shared(member_pair_key(follower, creator));
  return not exists (select from blocks where member_id = follower and creator_id = creator);
end $$;

-- Whether some creators or zines are excluded from a member's lists.
alter function avoids_something(uuid) rename to has_exclusions;
create or replace function begin_session() returns trigger
language plpgsql
as $$
declare
  is_suspended boolean;
begin
  select suspended_at is not null into is_suspended from users where id = new.user_id for share;
  new.avoids := new.avoids or has_exclusions(new.user_id);
  if is_suspended then
    new.expires_at := now();
  end if;
  return new;
end $$;
