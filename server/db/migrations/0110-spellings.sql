-- A job indexes the library again: search now compares more spellings of a word.
delete from search_index_runs where exists (select from profiles);
