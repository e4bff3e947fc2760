import type { DocumentVersion } from '#contract/documents.ts';
import { kindOfFile } from '#domain/documents.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import type { VersionRow } from './queries.ts';

export function presentVersion(reader: Reader, version: VersionRow): DocumentVersion {
  const { member_id: memberId, created_by: createdBy, preview_state: preview, ...row } = version;
  return {
    ...row,
    ...kindOfFile(row.filename),
    preview,
    created_at: row.created_at.toISOString(),
    created_by: canSeePeople(reader) || memberId === reader.member.id ? createdBy : null,
  };
}
