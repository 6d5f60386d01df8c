-- Creates the role and the database of the sites. Run it once, on the primary, as superuser. Replace the password.
create role foldout login password 'replace-site-password';
-- Options that Foldout sends with each connection. pgbouncer discards them.
alter role foldout set timezone = 'UTC';
alter role foldout set statement_timeout = '15s';
alter role foldout set lock_timeout = '2s';
create database foldout owner foldout;
