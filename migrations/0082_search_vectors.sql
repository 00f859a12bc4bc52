-- The vectors of the current texts, by which a search finds what says the same in other words. Made from
-- source_revisions by a configured embedding model, for search alone; without one both tables stay empty.

-- How far the vectors of one source are made, and by which model. Only vectors of one model and of one length can be
-- compared. A search trusts no row below without the one here.
create table search_vector_documents (
  artist_id uuid not null,
  source_id text not null,
  revision digest not null,
  model text not null check (char_length(model) between 1 and 200),
  dimensions integer not null check (dimensions between 1 and 8192),
  windows integer not null default 0 check (windows >= 0),
  complete boolean not null default false,
  primary key (artist_id, source_id),
  foreign key (artist_id, source_id) references sources (artist_id, source_id)
);

-- The vectors of a batch of 32 windows of a text, one after the other: a signed byte for each dimension, scaled by the
-- largest. A cosine does not depend on the scale, so it is not kept.
create table search_vectors (
  artist_id uuid not null,
  source_id text not null,
  batch integer not null check (batch >= 0),
  vectors bytea not null check (octet_length(vectors) between 1 and 32 * 8192),
  primary key (artist_id, source_id, batch)
);
-- The bytes of vectors do not compress.
alter table search_vectors alter column vectors set storage external;
