-- The aspect ratios of existing zines were often chosen at random, so their paper is that of their pictures.
alter table zines add column paper text not null default 'pictures'
  constraint zines_paper check (paper in ('a-size', 'half-letter', 'square', '4:5', '9:16', 'pictures'));
