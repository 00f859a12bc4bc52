-- One address, one candidate: what was found once is found again in the same row, whatever has been decided about it.

-- What tells pages apart; see src/research/page-address.ts. Null in rows from before it was kept.
alter table discoveries add column address text check (char_length(address) between 1 and 2048);
create unique index discoveries_one_an_address on discoveries (artist_id, address) where address is not null;
