-- How many pages a PDF has by itself, however it is split; when it was last gone on with, and how long it has been read.
alter table documents
  add column sheet_count smallint,
  add column read_at timestamptz,
  add column reading_ms integer not null default 0;
-- One member's PDFs are read one after the other.
create unique index documents_under_way on documents (owner_id) where state in ('waiting', 'reading');
