-- Pages made on the site. A recipe is null for all other pages.
alter table zine_pages add column recipe jsonb;

-- The pictures in the recipes of a zine. A picture may also be one of its pages.
create table recipe_media (
  media_id uuid primary key constraint recipe_media_media references media,
  zine_id uuid not null constraint recipe_media_zine references zines on delete cascade
);
create index recipe_media_zine on recipe_media (zine_id);
