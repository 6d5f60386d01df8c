-- The words of titles and names, for the best matches of a search.

create index zine_search_title_words on zine_search using gin (string_to_array(title, ' ')) with (fastupdate=off);
create index creator_search_username_words on creator_search
  using gin (string_to_array(username, ' ')) with (fastupdate=off);
create index creator_search_name_words on creator_search using gin (string_to_array(name, ' ')) with (fastupdate=off);
