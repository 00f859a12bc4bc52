-- What the lists of questions and corrections page by. An unknown instant of the offer counts as the oldest, so that one
-- row comparison finds where a page begins and the page costs its own length, however deep it lies.

drop index interview_entries_by_offer;
create index interview_entries_answered_by_offer
  on interview_entries (artist_id, coalesce(offered_at, '-infinity'::timestamptz) desc, id desc) where state = 'answered';
create index interview_entries_by_offer
  on interview_entries (artist_id, coalesce(offered_at, '-infinity'::timestamptz) desc, id desc);

-- Serves the newest sitting's number as well as the questions of one sitting.
drop index interview_entries_by_sitting;
create index interview_entries_by_sitting
  on interview_entries (artist_id, sitting desc nulls last, coalesce(offered_at, '-infinity'::timestamptz) desc, id desc);

create index corrections_by_age on corrections (artist_id, created_at desc, id desc);
