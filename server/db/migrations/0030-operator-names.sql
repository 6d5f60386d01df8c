-- Which operator did it, as --as or the login name says. Null for acts that no command did, and for those of earlier versions.
alter table audit_log add column operator text;
