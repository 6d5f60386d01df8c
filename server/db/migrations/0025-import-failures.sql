-- How many turns in a row failed of what nobody foresaw, in whatever process they were.
alter table imports add column failures smallint not null default 0;
