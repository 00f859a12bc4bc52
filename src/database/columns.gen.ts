// Made by `npm run generate` from the migrations. Do not edit.

export const tableColumns = {
  "artist_profiles": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "id": {
        "type": "uuid",
        "isNullable": false
      },
      "url_key": {
        "type": "text",
        "isNullable": false
      },
      "url": {
        "type": "text",
        "isNullable": false
      },
      "site_name": {
        "type": "text",
        "isNullable": false
      },
      "display_name": {
        "type": "text",
        "isNullable": true
      },
      "state": {
        "type": "text",
        "isNullable": false
      },
      "origin": {
        "type": "text",
        "isNullable": false
      },
      "created_at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "decided_at": {
        "type": "timestamptz",
        "isNullable": true
      }
    },
    "key": [
      "artist_id",
      "id"
    ]
  },
  "artist_research_jobs": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "id": {
        "type": "uuid",
        "isNullable": false
      },
      "kind": {
        "type": "text",
        "isNullable": false
      },
      "purpose": {
        "type": "text",
        "isNullable": false
      },
      "state": {
        "type": "text",
        "isNullable": false
      },
      "payload": {
        "type": "jsonb",
        "isNullable": false
      },
      "next_run_at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "queued_at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "lease_token": {
        "type": "uuid",
        "isNullable": true
      },
      "leased_until": {
        "type": "timestamptz",
        "isNullable": true
      },
      "attempts": {
        "type": "int4",
        "isNullable": false
      },
      "requests": {
        "type": "int4",
        "isNullable": false
      },
      "requests_handled": {
        "type": "int4",
        "isNullable": false
      },
      "run_began_at": {
        "type": "timestamptz",
        "isNullable": true
      },
      "cursor": {
        "type": "int4",
        "isNullable": false
      },
      "total": {
        "type": "int4",
        "isNullable": true
      },
      "checkpoint": {
        "type": "jsonb",
        "isNullable": false
      },
      "result": {
        "type": "jsonb",
        "isNullable": true
      },
      "error_category": {
        "type": "text",
        "isNullable": true
      },
      "waiting_since": {
        "type": "timestamptz",
        "isNullable": true
      },
      "created_at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "updated_at": {
        "type": "timestamptz",
        "isNullable": true
      },
      "finished_at": {
        "type": "timestamptz",
        "isNullable": true
      }
    },
    "key": [
      "artist_id",
      "id"
    ]
  },
  "artists": {
    "columns": {
      "id": {
        "type": "uuid",
        "isNullable": false
      },
      "name": {
        "type": "text",
        "isNullable": false
      },
      "bio": {
        "type": "text",
        "isNullable": true
      },
      "created_at": {
        "type": "timestamptz",
        "isNullable": false
      }
    },
    "key": [
      "id"
    ]
  },
  "audit_events": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "seq": {
        "type": "int4",
        "isNullable": false
      },
      "action": {
        "type": "text",
        "isNullable": false
      },
      "subject": {
        "type": "text",
        "isNullable": false
      },
      "revision": {
        "type": "text",
        "isNullable": true
      },
      "actor": {
        "type": "text",
        "isNullable": true
      },
      "at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "details": {
        "type": "jsonb",
        "isNullable": false
      },
      "previous": {
        "type": "text",
        "isNullable": true
      },
      "hash": {
        "type": "text",
        "isNullable": false
      }
    },
    "key": [
      "artist_id",
      "seq"
    ]
  },
  "claims": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "user_id": {
        "type": "uuid",
        "isNullable": false
      },
      "state": {
        "type": "text",
        "isNullable": false
      },
      "decided_at": {
        "type": "timestamptz",
        "isNullable": false
      }
    },
    "key": [
      "artist_id",
      "user_id"
    ]
  },
  "correction_versions": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "correction_id": {
        "type": "uuid",
        "isNullable": false
      },
      "number": {
        "type": "int4",
        "isNullable": false
      },
      "claim": {
        "type": "text",
        "isNullable": false
      },
      "correction": {
        "type": "text",
        "isNullable": true
      },
      "correction_kind": {
        "type": "text",
        "isNullable": false
      },
      "revision": {
        "type": "text",
        "isNullable": false
      },
      "previous": {
        "type": "text",
        "isNullable": true
      },
      "saved_at": {
        "type": "timestamptz",
        "isNullable": false
      }
    },
    "key": [
      "artist_id",
      "correction_id",
      "number"
    ]
  },
  "corrections": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "id": {
        "type": "uuid",
        "isNullable": false
      },
      "claim": {
        "type": "text",
        "isNullable": false
      },
      "correction": {
        "type": "text",
        "isNullable": true
      },
      "correction_kind": {
        "type": "text",
        "isNullable": false
      },
      "revision": {
        "type": "text",
        "isNullable": false
      },
      "previous": {
        "type": "text",
        "isNullable": true
      },
      "number": {
        "type": "int4",
        "isNullable": false
      },
      "created_at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "updated_at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "request_id": {
        "type": "uuid",
        "isNullable": true
      },
      "lore_revision": {
        "type": "text",
        "isNullable": true
      },
      "claim_start": {
        "type": "int4",
        "isNullable": true
      },
      "claim_end": {
        "type": "int4",
        "isNullable": true
      },
      "retracted_at": {
        "type": "timestamptz",
        "isNullable": true
      }
    },
    "key": [
      "artist_id",
      "id"
    ]
  },
  "daily_spend": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "what": {
        "type": "text",
        "isNullable": false
      },
      "day": {
        "type": "date",
        "isNullable": false
      },
      "taken": {
        "type": "int4",
        "isNullable": false
      }
    },
    "key": [
      "artist_id",
      "what"
    ]
  },
  "discoveries": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "id": {
        "type": "uuid",
        "isNullable": false
      },
      "url": {
        "type": "text",
        "isNullable": false
      },
      "title": {
        "type": "text",
        "isNullable": true
      },
      "destination": {
        "type": "text",
        "isNullable": false
      },
      "identity": {
        "type": "text",
        "isNullable": false
      },
      "curation": {
        "type": "text",
        "isNullable": false
      },
      "reason": {
        "type": "text",
        "isNullable": false
      },
      "revision": {
        "type": "text",
        "isNullable": false
      },
      "previous": {
        "type": "text",
        "isNullable": true
      },
      "source_id": {
        "type": "text",
        "isNullable": true
      },
      "created_at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "canonical_url": {
        "type": "text",
        "isNullable": true
      }
    },
    "key": [
      "artist_id",
      "id"
    ]
  },
  "interview_boundaries": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "id": {
        "type": "uuid",
        "isNullable": false
      },
      "request_id": {
        "type": "uuid",
        "isNullable": false
      },
      "entry_id": {
        "type": "uuid",
        "isNullable": false
      },
      "question_key": {
        "type": "text",
        "isNullable": false
      },
      "question": {
        "type": "text",
        "isNullable": false
      },
      "wording": {
        "type": "text",
        "isNullable": false
      },
      "scope": {
        "type": "text",
        "isNullable": false
      },
      "sitting": {
        "type": "int4",
        "isNullable": false
      },
      "revision": {
        "type": "text",
        "isNullable": false
      },
      "created_at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "retracted_at": {
        "type": "timestamptz",
        "isNullable": true
      }
    },
    "key": [
      "artist_id",
      "id"
    ]
  },
  "interview_entries": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "id": {
        "type": "uuid",
        "isNullable": false
      },
      "question_key": {
        "type": "text",
        "isNullable": false
      },
      "question": {
        "type": "text",
        "isNullable": false
      },
      "answer": {
        "type": "text",
        "isNullable": true
      },
      "state": {
        "type": "text",
        "isNullable": false
      },
      "source": {
        "type": "text",
        "isNullable": false
      },
      "sitting": {
        "type": "int4",
        "isNullable": true
      },
      "citations": {
        "type": "jsonb",
        "isNullable": false
      },
      "revision": {
        "type": "text",
        "isNullable": false
      },
      "previous": {
        "type": "text",
        "isNullable": true
      },
      "offered_at": {
        "type": "timestamptz",
        "isNullable": true
      },
      "answer_updated_at": {
        "type": "timestamptz",
        "isNullable": true
      },
      "saved_seq": {
        "type": "int4",
        "isNullable": true
      },
      "session_id": {
        "type": "uuid",
        "isNullable": true
      },
      "ordinal": {
        "type": "int4",
        "isNullable": true
      }
    },
    "key": [
      "artist_id",
      "id"
    ]
  },
  "interview_sessions": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "id": {
        "type": "uuid",
        "isNullable": false
      },
      "request_id": {
        "type": "uuid",
        "isNullable": false
      },
      "sitting": {
        "type": "int4",
        "isNullable": false
      },
      "state": {
        "type": "text",
        "isNullable": false
      },
      "created_at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "closed_at": {
        "type": "timestamptz",
        "isNullable": true
      }
    },
    "key": [
      "artist_id",
      "id"
    ]
  },
  "job_pauses": {
    "columns": {
      "kind": {
        "type": "text",
        "isNullable": false
      },
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "because": {
        "type": "text",
        "isNullable": false
      },
      "paused_at": {
        "type": "timestamptz",
        "isNullable": false
      }
    },
    "key": [
      "kind",
      "artist_id"
    ]
  },
  "lore_versions": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "number": {
        "type": "int4",
        "isNullable": false
      },
      "text": {
        "type": "text",
        "isNullable": false
      },
      "citations": {
        "type": "jsonb",
        "isNullable": false
      },
      "revision": {
        "type": "text",
        "isNullable": false
      },
      "previous": {
        "type": "text",
        "isNullable": true
      },
      "job_id": {
        "type": "uuid",
        "isNullable": true
      },
      "composed_by": {
        "type": "text",
        "isNullable": false
      },
      "created_at": {
        "type": "timestamptz",
        "isNullable": false
      }
    },
    "key": [
      "artist_id",
      "number"
    ]
  },
  "onboarding": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "started_at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "profiles_searched_at": {
        "type": "timestamptz",
        "isNullable": true
      },
      "profiles_at": {
        "type": "timestamptz",
        "isNullable": true
      },
      "vault_at": {
        "type": "timestamptz",
        "isNullable": true
      },
      "interview_at": {
        "type": "timestamptz",
        "isNullable": true
      },
      "publish_at": {
        "type": "timestamptz",
        "isNullable": true
      },
      "profiles_turn_hash": {
        "type": "text",
        "isNullable": true
      },
      "vault_turn_hash": {
        "type": "text",
        "isNullable": true
      },
      "publish_turn_hash": {
        "type": "text",
        "isNullable": true
      },
      "draft": {
        "type": "jsonb",
        "isNullable": true
      }
    },
    "key": [
      "artist_id"
    ]
  },
  "operator_events": {
    "columns": {
      "seq": {
        "type": "int4",
        "isNullable": false
      },
      "action": {
        "type": "text",
        "isNullable": false
      },
      "subject": {
        "type": "text",
        "isNullable": false
      },
      "details": {
        "type": "jsonb",
        "isNullable": false
      },
      "at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "previous": {
        "type": "text",
        "isNullable": true
      },
      "hash": {
        "type": "text",
        "isNullable": false
      }
    },
    "key": [
      "seq"
    ]
  },
  "operator_log": {
    "columns": {
      "is_only": {
        "type": "bool",
        "isNullable": false
      },
      "seq": {
        "type": "int4",
        "isNullable": false
      },
      "head": {
        "type": "text",
        "isNullable": true
      }
    },
    "key": [
      "is_only"
    ]
  },
  "provider_rate_limits": {
    "columns": {
      "name": {
        "type": "text",
        "isNullable": false
      },
      "next_at": {
        "type": "timestamptz",
        "isNullable": false
      }
    },
    "key": [
      "name"
    ]
  },
  "question_quota_slots": {
    "columns": {
      "slot": {
        "type": "int4",
        "isNullable": false
      },
      "taken_at": {
        "type": "timestamptz",
        "isNullable": true
      }
    },
    "key": [
      "slot"
    ]
  },
  "releases": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "catalog": {
        "type": "text",
        "isNullable": false
      },
      "release_id": {
        "type": "text",
        "isNullable": false
      },
      "title": {
        "type": "text",
        "isNullable": false
      },
      "type": {
        "type": "text",
        "isNullable": true
      },
      "released_on": {
        "type": "text",
        "isNullable": true
      },
      "url": {
        "type": "text",
        "isNullable": true
      },
      "found_at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "seen_at": {
        "type": "timestamptz",
        "isNullable": false
      }
    },
    "key": [
      "artist_id",
      "catalog",
      "release_id"
    ]
  },
  "response_versions": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "entry_id": {
        "type": "uuid",
        "isNullable": false
      },
      "number": {
        "type": "int4",
        "isNullable": false
      },
      "revision": {
        "type": "text",
        "isNullable": false
      },
      "previous": {
        "type": "text",
        "isNullable": true
      },
      "answer": {
        "type": "text",
        "isNullable": false
      },
      "note": {
        "type": "text",
        "isNullable": true
      },
      "saved_at": {
        "type": "timestamptz",
        "isNullable": true
      },
      "saved_seq": {
        "type": "int4",
        "isNullable": false
      }
    },
    "key": [
      "artist_id",
      "entry_id",
      "number"
    ]
  },
  "search_documents": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "source_id": {
        "type": "text",
        "isNullable": false
      },
      "revision": {
        "type": "text",
        "isNullable": false
      },
      "index_version": {
        "type": "int4",
        "isNullable": false
      },
      "segments": {
        "type": "int4",
        "isNullable": false
      },
      "chars": {
        "type": "int4",
        "isNullable": false
      },
      "sentences": {
        "type": "int4",
        "isNullable": false
      },
      "complete": {
        "type": "bool",
        "isNullable": false
      }
    },
    "key": [
      "artist_id",
      "source_id"
    ]
  },
  "search_postings": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "stem": {
        "type": "text",
        "isNullable": false
      },
      "word": {
        "type": "text",
        "isNullable": false
      },
      "source_id": {
        "type": "text",
        "isNullable": false
      },
      "segment": {
        "type": "int4",
        "isNullable": false
      },
      "sentences": {
        "type": "_int4",
        "isNullable": false
      }
    },
    "key": [
      "artist_id",
      "stem",
      "word",
      "source_id",
      "segment"
    ]
  },
  "search_segments": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "source_id": {
        "type": "text",
        "isNullable": false
      },
      "segment": {
        "type": "int4",
        "isNullable": false
      },
      "first_sentence": {
        "type": "int4",
        "isNullable": false
      },
      "starts": {
        "type": "_int4",
        "isNullable": false
      },
      "ends": {
        "type": "_int4",
        "isNullable": false
      }
    },
    "key": [
      "artist_id",
      "source_id",
      "segment"
    ]
  },
  "search_vector_documents": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "source_id": {
        "type": "text",
        "isNullable": false
      },
      "revision": {
        "type": "text",
        "isNullable": false
      },
      "model": {
        "type": "text",
        "isNullable": false
      },
      "dimensions": {
        "type": "int4",
        "isNullable": false
      },
      "windows": {
        "type": "int4",
        "isNullable": false
      },
      "complete": {
        "type": "bool",
        "isNullable": false
      }
    },
    "key": [
      "artist_id",
      "source_id"
    ]
  },
  "search_vectors": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "source_id": {
        "type": "text",
        "isNullable": false
      },
      "batch": {
        "type": "int4",
        "isNullable": false
      },
      "vectors": {
        "type": "bytea",
        "isNullable": false
      }
    },
    "key": [
      "artist_id",
      "source_id",
      "batch"
    ]
  },
  "social_posts": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "id": {
        "type": "uuid",
        "isNullable": false
      },
      "platform": {
        "type": "text",
        "isNullable": false
      },
      "post_id": {
        "type": "text",
        "isNullable": false
      },
      "url": {
        "type": "text",
        "isNullable": false
      },
      "published_at": {
        "type": "text",
        "isNullable": true
      },
      "caption": {
        "type": "text",
        "isNullable": false
      },
      "caption_truncated": {
        "type": "bool",
        "isNullable": false
      },
      "tracks": {
        "type": "jsonb",
        "isNullable": false
      },
      "provider": {
        "type": "text",
        "isNullable": false
      },
      "collected_at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "extracted_at": {
        "type": "timestamptz",
        "isNullable": true
      },
      "transcript": {
        "type": "text",
        "isNullable": true
      }
    },
    "key": [
      "artist_id",
      "id"
    ]
  },
  "source_revisions": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "source_id": {
        "type": "text",
        "isNullable": false
      },
      "revision": {
        "type": "text",
        "isNullable": false
      },
      "text_utf16": {
        "type": "bytea",
        "isNullable": false
      },
      "total_chars": {
        "type": "int4",
        "isNullable": false
      },
      "captured_at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "truncated": {
        "type": "bool",
        "isNullable": true
      }
    },
    "key": [
      "artist_id",
      "source_id",
      "revision"
    ]
  },
  "sources": {
    "columns": {
      "artist_id": {
        "type": "uuid",
        "isNullable": false
      },
      "source_id": {
        "type": "text",
        "isNullable": false
      },
      "kind": {
        "type": "text",
        "isNullable": false
      },
      "title": {
        "type": "text",
        "isNullable": true
      },
      "url": {
        "type": "text",
        "isNullable": true
      },
      "publisher": {
        "type": "text",
        "isNullable": true
      },
      "published_at": {
        "type": "text",
        "isNullable": true
      },
      "provider": {
        "type": "text",
        "isNullable": true
      },
      "method": {
        "type": "text",
        "isNullable": true
      },
      "curation": {
        "type": "text",
        "isNullable": false
      },
      "is_private": {
        "type": "bool",
        "isNullable": false
      },
      "is_upload": {
        "type": "bool",
        "isNullable": false
      },
      "evidence_kind": {
        "type": "text",
        "isNullable": true
      },
      "speaker": {
        "type": "text",
        "isNullable": true
      },
      "revision": {
        "type": "text",
        "isNullable": true
      },
      "ingested_at": {
        "type": "timestamptz",
        "isNullable": false
      },
      "removed_at": {
        "type": "timestamptz",
        "isNullable": true
      }
    },
    "key": [
      "artist_id",
      "source_id"
    ]
  },
  "users": {
    "columns": {
      "id": {
        "type": "uuid",
        "isNullable": false
      },
      "subject": {
        "type": "text",
        "isNullable": false
      },
      "is_admin": {
        "type": "bool",
        "isNullable": false
      },
      "created_at": {
        "type": "timestamptz",
        "isNullable": false
      }
    },
    "key": [
      "id"
    ]
  }
} as const
