-- Whatever an interview saves is written to five tables, and every time PostgreSQL read and planned anew each CHECK of theirs, forty-odd for a revise, whatever
-- columns were written; and what says that a text is a digest took twenty times as long said as a pattern of its whole length. Together they were a
-- quarter of the server's time for a revise. As with jobs (0060, 0061): what concerns one column stands in its domain, which is read once a session and
-- checked where its column is written, and what concerns several of an entry is one function.

-- A SHA-256 in lower-case hexadecimal digits: of a revision, of an event of the trail, of a request.
create domain digest as text;

create domain artist_name as text;
create domain artist_bio as text;
create domain event_count as integer;
create domain event_number as integer;
create domain event_action as text;
create domain event_subject as text;
create domain event_details as jsonb;
create domain caller_subject as text;

create domain sitting_number as integer;
create domain sitting_state as text;
create domain entry_state as text;
create domain entry_source as text;
create domain question_ordinal as integer;
create domain question_key as text;
create domain question_text as text;
create domain citation_list as jsonb;
create domain answer_text as text;
create domain version_number as integer;
create domain version_note as text;

-- Without their checks at first: so no row has to be written anew.
alter table artists
  alter column name type artist_name,
  alter column bio type artist_bio,
  alter column audit_seq type event_count,
  alter column audit_head type digest;
alter table users
  alter column subject type caller_subject;
alter table audit_events
  alter column seq type event_number,
  alter column action type event_action,
  alter column subject type event_subject,
  alter column revision type digest,
  alter column actor type caller_subject,
  alter column details type event_details,
  alter column previous type digest,
  alter column hash type digest;
alter table interview_sessions
  alter column sitting type sitting_number,
  alter column state type sitting_state;
alter table interview_entries
  alter column question_key type question_key,
  alter column question type question_text,
  alter column answer type answer_text,
  alter column state type entry_state,
  alter column source type entry_source,
  alter column sitting type sitting_number,
  alter column ordinal type question_ordinal,
  alter column citations type citation_list,
  alter column revision type digest,
  alter column previous type digest,
  alter column saved_seq type event_number;
alter table response_versions
  alter column number type version_number,
  alter column revision type digest,
  alter column previous type digest,
  alter column answer type answer_text,
  alter column note type version_note,
  alter column saved_seq type event_number;
-- Whatever else is a digest is one by the same rule.
alter table sources
  alter column revision type digest;
alter table source_revisions
  alter column revision type digest;
alter table search_texts
  alter column revision type digest;
alter table discoveries
  alter column revision type digest,
  alter column previous type digest;
alter table corrections
  alter column revision type digest,
  alter column previous type digest;
alter table correction_versions
  alter column revision type digest,
  alter column previous type digest;
alter table lore_versions
  alter column revision type digest,
  alter column previous type digest;
alter table interview_boundaries
  alter column revision type digest;
alter table onboarding
  alter column profiles_turn type digest,
  alter column vault_turn type digest,
  alter column publish_turn type digest;
alter table caller_paces
  alter column caller type digest;

alter domain digest add constraint digest_check check (octet_length(value) = 64 and value !~ '[^a-f0-9]');
alter domain artist_name add constraint artist_name_check check (char_length(value) between 1 and 300);
alter domain artist_bio add constraint artist_bio_check check (char_length(value) between 1 and 20000);
alter domain event_count add constraint event_count_check check (value >= 0);
alter domain event_number add constraint event_number_check check (value >= 1);
alter domain event_action add constraint event_action_check check (char_length(value) between 1 and 100);
alter domain event_subject add constraint event_subject_check check (char_length(value) between 1 and 300);
alter domain event_details add constraint event_details_check check (jsonb_typeof(value) = 'object');
alter domain caller_subject add constraint caller_subject_check check (char_length(value) between 1 and 300);
alter domain sitting_number add constraint sitting_number_check check (value >= 1);
alter domain sitting_state add constraint sitting_state_check check (value in ('active', 'finished'));
alter domain entry_state add constraint entry_state_check check (value in ('offered', 'answered', 'skipped'));
alter domain entry_source add constraint entry_source_check check (value in ('interview', 'followup', 'onboarding', 'import'));
alter domain question_ordinal add constraint question_ordinal_check check (value between 1 and 3);
alter domain question_key add constraint question_key_check check (char_length(value) between 1 and 500);
alter domain question_text add constraint question_text_check check (char_length(value) between 1 and 4000);
alter domain citation_list add constraint citation_list_check check (jsonb_typeof(value) = 'array');
alter domain answer_text add constraint answer_text_check check (char_length(value) between 1 and 2000);
alter domain version_number add constraint version_number_check check (value >= 1);
alter domain version_note add constraint version_note_check check (char_length(value) between 1 and 400);

create function entry_stands(
  state text, question text, answer text, offered_at timestamptz, saved_seq integer, session_id uuid, ordinal integer, sitting integer
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return (state = 'answered') = (answer is not null)
    and (state = 'answered') = (saved_seq is not null)
    and (state <> 'offered' or offered_at is not null)
    and (session_id is null) = (ordinal is null)
    and (session_id is null or (char_length(question) between 10 and 500 and sitting is not null));
end $$;

alter table artists
  drop constraint artists_name_check,
  drop constraint artists_bio_check,
  drop constraint artists_audit_seq_check,
  drop constraint artists_audit_head_check;
alter table users
  drop constraint users_subject_check;
alter table audit_events
  drop constraint audit_events_seq_check,
  drop constraint audit_events_action_check,
  drop constraint audit_events_subject_check,
  drop constraint audit_events_revision_check,
  drop constraint audit_events_actor_check,
  drop constraint audit_events_details_check,
  drop constraint audit_events_previous_check,
  drop constraint audit_events_hash_check;
alter table interview_sessions
  drop constraint interview_sessions_sitting_check,
  drop constraint interview_sessions_state_check;
alter table interview_entries
  drop constraint interview_entries_question_key_check,
  drop constraint interview_entries_question_check,
  drop constraint interview_entries_answer_check,
  drop constraint interview_entries_state_check,
  drop constraint interview_entries_source_check,
  drop constraint interview_entries_sitting_check,
  drop constraint interview_entries_ordinal_check,
  drop constraint interview_entries_citations_check,
  drop constraint interview_entries_revision_check,
  drop constraint interview_entries_previous_check,
  drop constraint interview_entries_saved_seq_check,
  drop constraint interview_entries_check,
  drop constraint interview_entries_check1,
  drop constraint interview_entries_check2,
  drop constraint interview_entries_check3,
  drop constraint interview_entries_check4,
  add constraint interview_entries_stands check (
    entry_stands(state, question, answer, offered_at, saved_seq, session_id, ordinal, sitting)
  );
alter table response_versions
  drop constraint response_versions_number_check,
  drop constraint response_versions_revision_check,
  drop constraint response_versions_previous_check,
  drop constraint response_versions_answer_check,
  drop constraint response_versions_note_check,
  drop constraint response_versions_saved_seq_check;
alter table sources
  drop constraint sources_revision_check;
alter table source_revisions
  drop constraint source_revisions_revision_check;
alter table search_texts
  drop constraint search_texts_revision_check;
alter table discoveries
  drop constraint discoveries_revision_check,
  drop constraint discoveries_previous_check;
alter table corrections
  drop constraint corrections_revision_check,
  drop constraint corrections_previous_check;
alter table correction_versions
  drop constraint correction_versions_revision_check,
  drop constraint correction_versions_previous_check;
alter table lore_versions
  drop constraint lore_versions_revision_check,
  drop constraint lore_versions_previous_check;
alter table interview_boundaries
  drop constraint interview_boundaries_revision_check;
alter table onboarding
  drop constraint onboarding_profiles_turn_check,
  drop constraint onboarding_vault_turn_check,
  drop constraint onboarding_publish_turn_check;
alter table caller_paces
  drop constraint caller_paces_caller_check;
