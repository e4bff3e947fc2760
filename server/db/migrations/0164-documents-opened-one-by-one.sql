-- An opening is written by the read that brings it about, under the member's own rights.
drop function gate.note_opened_documents;
drop policy gate on recent_documents;
revoke select, insert, update (opened_at) on recent_documents from dais_gate;
