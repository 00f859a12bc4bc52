-- Whether the original was longer than the text that is kept of it; null where nobody recorded that.
alter table source_revisions add column truncated boolean;
