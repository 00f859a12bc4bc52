-- What came after the history's mark (0044) and never shows in the history either: a profile, a source or a biography makes no page stale.
drop index audit_events_of_history;
create index audit_events_of_history on audit_events (artist_id, seq desc)
  where action not in ('sitting.started', 'boundary.saved', 'boundary.retracted', 'discovery.reviewed', 'lore.published',
    'artist.added', 'claim.approved', 'claim.revoked', 'source.captured', 'source.linked', 'source.reviewed', 'source.promoted',
    'discovery.found', 'releases.refreshed', 'bio.published', 'profile.found', 'profile.linked', 'profile.removed');
