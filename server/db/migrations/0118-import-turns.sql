-- The texts of the PDF pages that an unfinished row of an import has, by upload id.
alter table imports add column page_texts jsonb default '{}' not null;
