-- The number of an artist's newest change that the interview history may show: one probe tells whether a page still
-- continues the page before it. The list names what the history never shows, so that a new action counts until it is listed here.
create index audit_events_of_history on audit_events (artist_id, seq desc)
  where action not in ('sitting.started', 'boundary.saved', 'boundary.retracted', 'discovery.reviewed', 'lore.published',
    'artist.added', 'claim.approved', 'claim.revoked');
