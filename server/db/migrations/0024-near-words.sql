-- A large library takes longer than a visitor would wait. It comes before what locks tables that everybody reads.
set local statement_timeout = 0;

-- What is left of the first seven letters of a word when none, one or two of them are gone, as hashes. Whatever word is
-- within two letters of another has one of these in common with it, in any script: where letters are the same, both lose
-- those that are not. Hashes of few bits are shared by other words too, and their lists take less room than as many texts;
-- who looks words up compares them. Words with figures or signs are not what somebody misspelt.
create function word_nearness(word text) returns integer[] language plpgsql immutable strict parallel safe as $$
declare
  begun text := left(word, 7);
  less text;
  hashes integer[] := array[hashtext(begun) & 262143];
begin
  -- By the same rules for a word of the table as for one that is typed, whatever the database's locale is.
  if word collate "C" !~ '^[^[:digit:][:punct:]]{2,}$' then return '{}'; end if;
  for one in 1..length(begun) loop
    less := overlay(begun placing '' from one for 1);
    hashes := hashes || (hashtext(less) & 262143);
    for other in one..length(less) loop
      hashes := hashes || (hashtext(overlay(less placing '' from other for 1)) & 262143);
    end loop;
  end loop;
  return hashes;
end $$;
create index search_words_nearness on search_words using gin (word_nearness(word)) with (fastupdate = off);

-- For processes of the version before, while they are still there: they forgive no misspelling meanwhile.
drop index search_words_near;
create or replace function word_without_a_letter(word text) returns text[] language sql immutable strict parallel safe as $$
  select '{}'::text[]
$$;
