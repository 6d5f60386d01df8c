-- The role and the database of the sites, once, on the primary as its superuser. Replace the password.
create role foldout login password 'replace-site-password';
-- What Foldout says at each connection, for those that come through pgbouncer, which keeps none of it.
alter role foldout set timezone = 'UTC';
alter role foldout set statement_timeout = '15s';
alter role foldout set lock_timeout = '2s';
create database foldout owner foldout;
