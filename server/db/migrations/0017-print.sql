-- How wide the picture is that is kept for paper (server/media/decode/print.ts); null where there is none.
alter table media add column print_width integer;
-- Whether readers may print a zine. Its maker always may.
alter table zines add column may_print boolean not null default false;
