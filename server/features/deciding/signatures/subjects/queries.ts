import { sql } from 'kysely';
import { signatureKinds } from '#domain/signatures.ts';
import { selectRows } from '#server/db/board-rows.ts';
import type { BoardScope, Ports } from '#server/db/board-scope.ts';
import { defineEither, defineRows } from '#server/db/page-statement.ts';
import { minutesOfMeeting } from '#server/features/deciding/meeting-minutes/minutes/queries.ts';
import { registerVote } from '#server/features/deciding/motions/register/queries.ts';
import { writtenFile } from '#server/features/deciding/motions/written/resolution/queries.ts';
import { roomPage } from '#server/features/deciding/room/state/queries.ts';
import { peopleMax } from '#server/features/members/people/queries.ts';
import { defineDocument } from '#server/features/papers/documents/queries.ts';
import { selectWhoSee } from './visibility.ts';

export const subjectReads = (ports: Ports) => ({
  document: defineDocument(ports),
  page: roomPage,
  minutes: minutesOfMeeting,
  written: writtenFile,
  vote: registerVote,
});

export const defineCandidates = (ports: Ports) =>
  defineEither(signatureKinds, (kind) =>
    defineRows({ id: 'uuid' }, (scope, { id }) =>
      scope.tx
        .selectFrom('members')
        .select(['members.id', sql<string>`known_name(members)`.as('name')])
        .where('members.board_id', '=', scope.board.id)
        .where(sql<boolean>`members.id in (${selectWhoSee(scope, ports, { kind, id })})`)
        .orderBy(sql`lower(members.last_name), lower(members.first_name), members.id`)
        .limit(peopleMax),
    ),
  );

export const findCurrentVersion = (scope: BoardScope, documentId: string) =>
  selectRows(scope, 'document_versions', { document_id: documentId })
    .select(['id', 'filename', 'storage_key', 'byte_size', 'sha256'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
