-- Moderators can set and remove the content note of a zine.
alter table decisions drop constraint decisions_act;
alter table decisions add constraint decisions_act check (act in ('zine hidden', 'zine restored', 'zine kept', 'zine removed',
  'content note set', 'content note removed', 'member suspended', 'member restored'));
