// Made by `npm run generate` from the migrations. Do not edit.

export const tableColumns = {
  "artist_profiles": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "url_key": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "url": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "site_name": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "display_name": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "state": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "origin": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "created_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "decided_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    }
  },
  "artist_research_jobs": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "kind": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "purpose": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "state": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "payload": {
      "type": "jsonb",
      "isNullable": false,
      "isKey": false
    },
    "next_run_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "queued_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "lease_token": {
      "type": "uuid",
      "isNullable": true,
      "isKey": false
    },
    "leased_until": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    },
    "attempts": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "requests": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "requests_handled": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "run_began_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    },
    "cursor": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "total": {
      "type": "int4",
      "isNullable": true,
      "isKey": false
    },
    "checkpoint": {
      "type": "jsonb",
      "isNullable": false,
      "isKey": false
    },
    "result": {
      "type": "jsonb",
      "isNullable": true,
      "isKey": false
    },
    "error_category": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "waiting_since": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    },
    "created_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "updated_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    },
    "finished_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    }
  },
  "artists": {
    "id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "name": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "bio": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "created_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    }
  },
  "audit_events": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "seq": {
      "type": "int4",
      "isNullable": false,
      "isKey": true
    },
    "action": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "subject": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "revision": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "actor": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "details": {
      "type": "jsonb",
      "isNullable": false,
      "isKey": false
    },
    "previous": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "hash": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    }
  },
  "claims": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "user_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "state": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "decided_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    }
  },
  "correction_versions": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "correction_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "number": {
      "type": "int4",
      "isNullable": false,
      "isKey": true
    },
    "claim": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "correction": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "correction_kind": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "revision": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "previous": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "saved_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    }
  },
  "corrections": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "claim": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "correction": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "correction_kind": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "revision": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "previous": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "number": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "created_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "updated_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "request_id": {
      "type": "uuid",
      "isNullable": true,
      "isKey": false
    },
    "lore_revision": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "claim_start": {
      "type": "int4",
      "isNullable": true,
      "isKey": false
    },
    "claim_end": {
      "type": "int4",
      "isNullable": true,
      "isKey": false
    },
    "retracted_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    }
  },
  "daily_spend": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "what": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "day": {
      "type": "date",
      "isNullable": false,
      "isKey": false
    },
    "taken": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    }
  },
  "discoveries": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "url": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "title": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "destination": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "identity": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "curation": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "reason": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "revision": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "previous": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "source_id": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "created_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "canonical_url": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    }
  },
  "interview_boundaries": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "request_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": false
    },
    "entry_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": false
    },
    "question_key": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "question": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "wording": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "scope": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "sitting": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "revision": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "created_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "retracted_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    }
  },
  "interview_entries": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "question_key": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "question": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "answer": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "state": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "source": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "sitting": {
      "type": "int4",
      "isNullable": true,
      "isKey": false
    },
    "citations": {
      "type": "jsonb",
      "isNullable": false,
      "isKey": false
    },
    "revision": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "previous": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "offered_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    },
    "answer_updated_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    },
    "saved_seq": {
      "type": "int4",
      "isNullable": true,
      "isKey": false
    },
    "session_id": {
      "type": "uuid",
      "isNullable": true,
      "isKey": false
    },
    "ordinal": {
      "type": "int4",
      "isNullable": true,
      "isKey": false
    }
  },
  "interview_sessions": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "request_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": false
    },
    "sitting": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "state": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "created_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "closed_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    }
  },
  "job_pauses": {
    "kind": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "because": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "paused_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    }
  },
  "lore_versions": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "number": {
      "type": "int4",
      "isNullable": false,
      "isKey": true
    },
    "text": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "citations": {
      "type": "jsonb",
      "isNullable": false,
      "isKey": false
    },
    "revision": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "previous": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "job_id": {
      "type": "uuid",
      "isNullable": true,
      "isKey": false
    },
    "composed_by": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "created_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    }
  },
  "onboarding": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "started_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "profiles_searched_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    },
    "profiles_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    },
    "vault_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    },
    "interview_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    },
    "publish_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    },
    "profiles_turn_hash": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "vault_turn_hash": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "publish_turn_hash": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "draft": {
      "type": "jsonb",
      "isNullable": true,
      "isKey": false
    }
  },
  "operator_events": {
    "seq": {
      "type": "int4",
      "isNullable": false,
      "isKey": true
    },
    "action": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "subject": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "details": {
      "type": "jsonb",
      "isNullable": false,
      "isKey": false
    },
    "at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "previous": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "hash": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    }
  },
  "operator_log": {
    "is_only": {
      "type": "bool",
      "isNullable": false,
      "isKey": true
    },
    "seq": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "head": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    }
  },
  "provider_rate_limits": {
    "name": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "next_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    }
  },
  "question_quota_slots": {
    "slot": {
      "type": "int4",
      "isNullable": false,
      "isKey": true
    },
    "taken_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    }
  },
  "releases": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "catalog": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "release_id": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "title": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "type": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "released_on": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "url": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "found_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "seen_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    }
  },
  "response_versions": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "entry_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "number": {
      "type": "int4",
      "isNullable": false,
      "isKey": true
    },
    "revision": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "previous": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "answer": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "note": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "saved_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    },
    "saved_seq": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    }
  },
  "search_documents": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "source_id": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "revision": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "index_version": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "segments": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "chars": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "sentences": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "complete": {
      "type": "bool",
      "isNullable": false,
      "isKey": false
    }
  },
  "search_postings": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "stem": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "word": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "source_id": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "segment": {
      "type": "int4",
      "isNullable": false,
      "isKey": true
    },
    "sentences": {
      "type": "_int4",
      "isNullable": false,
      "isKey": false
    }
  },
  "search_segments": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "source_id": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "segment": {
      "type": "int4",
      "isNullable": false,
      "isKey": true
    },
    "first_sentence": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "starts": {
      "type": "_int4",
      "isNullable": false,
      "isKey": false
    },
    "ends": {
      "type": "_int4",
      "isNullable": false,
      "isKey": false
    }
  },
  "search_vector_documents": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "source_id": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "revision": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "model": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "dimensions": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "windows": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "complete": {
      "type": "bool",
      "isNullable": false,
      "isKey": false
    }
  },
  "search_vectors": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "source_id": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "batch": {
      "type": "int4",
      "isNullable": false,
      "isKey": true
    },
    "vectors": {
      "type": "bytea",
      "isNullable": false,
      "isKey": false
    }
  },
  "social_posts": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "platform": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "post_id": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "url": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "published_at": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "caption": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "caption_truncated": {
      "type": "bool",
      "isNullable": false,
      "isKey": false
    },
    "tracks": {
      "type": "jsonb",
      "isNullable": false,
      "isKey": false
    },
    "provider": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "collected_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "extracted_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    },
    "transcript": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    }
  },
  "source_revisions": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "source_id": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "revision": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "text_utf16": {
      "type": "bytea",
      "isNullable": false,
      "isKey": false
    },
    "total_chars": {
      "type": "int4",
      "isNullable": false,
      "isKey": false
    },
    "captured_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "truncated": {
      "type": "bool",
      "isNullable": true,
      "isKey": false
    }
  },
  "sources": {
    "artist_id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "source_id": {
      "type": "text",
      "isNullable": false,
      "isKey": true
    },
    "kind": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "title": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "url": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "publisher": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "published_at": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "provider": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "method": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "curation": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "is_private": {
      "type": "bool",
      "isNullable": false,
      "isKey": false
    },
    "is_upload": {
      "type": "bool",
      "isNullable": false,
      "isKey": false
    },
    "evidence_kind": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "speaker": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "revision": {
      "type": "text",
      "isNullable": true,
      "isKey": false
    },
    "ingested_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    },
    "removed_at": {
      "type": "timestamptz",
      "isNullable": true,
      "isKey": false
    }
  },
  "users": {
    "id": {
      "type": "uuid",
      "isNullable": false,
      "isKey": true
    },
    "subject": {
      "type": "text",
      "isNullable": false,
      "isKey": false
    },
    "is_admin": {
      "type": "bool",
      "isNullable": false,
      "isKey": false
    },
    "created_at": {
      "type": "timestamptz",
      "isNullable": false,
      "isKey": false
    }
  }
} as const
