-- Pages keep their ids while their pictures and texts change. Those stored before have ids by their position.
alter table zine_pages add column page_id uuid;
