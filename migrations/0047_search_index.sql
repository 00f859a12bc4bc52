-- The index of the current texts, for search alone: everything in it is made from source_revisions and can be made again.
-- No extension is needed, and every key is led by the artist, so that it is sharded with what it was made from.

-- Which text of a source is in the index, and how far. A search trusts no row below without the one here.
create table search_texts (
  artist_id uuid not null,
  source_id text not null,
  revision text not null check (revision ~ '^[a-f0-9]{64}$'),
  -- The version of the rules by which words and units were made; texts of another version are indexed again.
  rules integer not null,
  parts integer not null default 0 check (parts >= 0),
  chars integer not null default 0 check (chars between 0 and 4000000),
  units integer not null default 0 check (units >= 0),
  complete boolean not null default false,
  primary key (artist_id, source_id),
  foreign key (artist_id, source_id) references sources (artist_id, source_id)
);

-- A part is a stretch of a text that is read and written at once. Its units, sentences mostly, are numbered through the text.
create table search_parts (
  artist_id uuid not null,
  source_id text not null,
  part integer not null check (part >= 0),
  first_unit integer not null check (first_unit >= 0),
  starts integer[] not null,
  ends integer[] not null,
  primary key (artist_id, source_id, part),
  check (cardinality(starts) = cardinality(ends))
);

-- Where a word stands in a part. The family is the key that the relatives of a word share; both compare by bytes, so that the
-- words that begin alike stand together whatever the database's language.
create table search_words (
  artist_id uuid not null,
  family text collate "C" not null,
  word text collate "C" not null,
  source_id text not null,
  part integer not null,
  units integer[] not null,
  offsets integer[] not null,
  primary key (artist_id, family, word, source_id, part),
  check (cardinality(units) = cardinality(offsets))
);
create index search_words_by_part on search_words (artist_id, source_id, part);
-- What a misspelt word may be meant for begins or ends as it does.
create index search_words_by_beginning on search_words (artist_id, word);
create index search_words_by_end on search_words (artist_id, reverse(word));
