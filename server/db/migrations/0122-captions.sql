-- Captions of a zine's video, as WebVTT. A zine has one video at most. `hash` is of the text, and its address.
create table captions (
  zine_id uuid not null constraint captions_zine references zines on delete cascade,
  language text not null,
  position smallint not null,
  hash text not null,
  body text not null,
  primary key (zine_id, language)
);
