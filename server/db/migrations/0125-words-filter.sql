-- The search index gets a filter term for zines with words for every page. A job writes it.
delete from search_index_runs where exists (select from zines);
