-- The inverted index of the current texts, for search alone: all of it is made from source_revisions and can be made
-- again. No extension is needed, and every key is led by the artist, so that it shards with the texts.

-- Which text of a source is indexed, and how far. A search trusts no row below without the one here.
create table search_documents (
  artist_id uuid not null,
  source_id text not null,
  revision digest not null,
  -- The version of the rules by which words and sentences were made; texts of another version are indexed again.
  index_version integer not null,
  -- How much of the text is indexed: its segments, characters and sentences.
  segments integer not null default 0 check (segments >= 0),
  chars integer not null default 0 check (chars between 0 and 4000000),
  sentences integer not null default 0 check (sentences >= 0),
  complete boolean not null default false,
  primary key (artist_id, source_id),
  foreign key (artist_id, source_id) references sources (artist_id, source_id)
);

-- A segment of a text that is read and written at once. Its sentences (long ones in pieces) are numbered through the
-- text.
create table search_segments (
  artist_id uuid not null,
  source_id text not null,
  segment integer not null check (segment >= 0),
  first_sentence integer not null check (first_sentence >= 0),
  starts integer[] not null,
  ends integer[] not null,
  primary key (artist_id, source_id, segment),
  constraint search_segments_as_many_ends check (cardinality(starts) = cardinality(ends))
);

-- The postings: the sentences of a segment in which a word occurs. Its inflected forms share the stem. Both compare by
-- bytes, so that words with the same beginning are neighbours whatever the database's locale.
create table search_postings (
  artist_id uuid not null,
  stem text collate "C" not null,
  word text collate "C" not null,
  source_id text not null,
  segment integer not null,
  sentences integer[] not null,
  primary key (artist_id, stem, word, source_id, segment)
);
create index search_postings_by_segment on search_postings (artist_id, source_id, segment);
-- Candidates for a misspelt word begin or end as it does.
create index search_postings_by_beginning on search_postings (artist_id, word);
create index search_postings_by_end on search_postings (artist_id, reverse(word));
