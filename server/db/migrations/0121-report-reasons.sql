-- Two more reasons for reports: a missing content note, and anything else.
alter table reports drop constraint reports_reason;
alter table reports add constraint reports_reason
  check (reason in ('not_agreed', 'private', 'hurts', 'unlawful', 'no_content_note', 'spam', 'other'));
