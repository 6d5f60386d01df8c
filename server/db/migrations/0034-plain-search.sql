-- Documents no longer have words for the place of their zine in a list or for pairs of frequent words. They are written
-- without these while the site runs (the job index-library), and are found meanwhile as before.
drop trigger zine_stats_levels on zine_stats;
drop trigger zine_stats_counted on zine_stats;
drop trigger zine_search_standing on zine_search;
drop trigger zine_search_is_unpaired on zine_search;
drop function unplace_zine();
drop function note_unpaired_zine();
drop table unplaced_zines, placed_so_far, paired_words, unpaired_zines;
delete from search_filled where exists (select from profiles);
