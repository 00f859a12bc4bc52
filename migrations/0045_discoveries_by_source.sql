-- Reading evidence asks what has been decided about the candidates behind it.
create index discoveries_by_source on discoveries (artist_id, source_id) where source_id is not null;
