-- The search index gets filter terms for length, reading direction and the permission to print. A job writes them.
delete from search_index_runs where exists (select from zines);
