-- The inverted index of the current texts, for search alone: all of it is made from source_revisions and can be made
-- again. No extension is needed, and every key is led by the artist, so that it shards with the texts.

-- Which text of a source is indexed, and how far. A search trusts no row below without the one here.
create table search_documents (
  artist_id uuid not null,
  source_id text not null,
  revision digest not null,
  -- The version of the rules by which words and sentences were made; texts of another version are indexed again.
  rules integer not null,
  parts integer not null default 0 check (parts >= 0),
  chars integer not null default 0 check (chars between 0 and 4000000),
  units integer not null default 0 check (units >= 0),
  complete boolean not null default false,
  primary key (artist_id, source_id),
  foreign key (artist_id, source_id) references sources (artist_id, source_id)
);

-- A segment of a text that is read and written at once. Its units, sentences mostly, are numbered through the text.
create table search_segments (
  artist_id uuid not null,
  source_id text not null,
  part integer not null check (part >= 0),
  first_unit integer not null check (first_unit >= 0),
  starts integer[] not null,
  ends integer[] not null,
  primary key (artist_id, source_id, part),
  constraint search_segments_check check (cardinality(starts) = cardinality(ends))
);

-- The postings: where a word occurs in a segment. The family is the stem that related words share. Both compare by
-- bytes, so that words with the same beginning are neighbours whatever the database's locale.
create table search_postings (
  artist_id uuid not null,
  family text collate "C" not null,
  word text collate "C" not null,
  source_id text not null,
  part integer not null,
  units integer[] not null,
  offsets integer[] not null,
  primary key (artist_id, family, word, source_id, part),
  constraint search_postings_check check (cardinality(units) = cardinality(offsets))
);
create index search_postings_by_part on search_postings (artist_id, source_id, part);
-- Candidates for a misspelt word begin or end as it does.
create index search_postings_by_beginning on search_postings (artist_id, word);
create index search_postings_by_end on search_postings (artist_id, reverse(word));
