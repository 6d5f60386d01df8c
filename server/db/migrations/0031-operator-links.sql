-- Links to a first password, mailed to a member whose account an operator made, and links that an operator prints.
alter table mail_links drop constraint mail_links_purpose;
alter table mail_links add constraint mail_links_purpose check (
  purpose in ('signup', 'email_change', 'recovery', 'undo_email_change', 'account_created', 'printed'));
