-- Frequent words of new zines, one more zine for each: those who publish at once would otherwise wait for each other at the
-- rows of the words that all texts have. What stands here is added to search_words within moments (server/search/fold.ts).
create table search_word_additions (
  id uuid primary key default gen_random_uuid(),
  words text[] collate "C" not null
);
