import { type RawBuilder, sql } from 'kysely';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { verifySeal as verifyEndpoint } from '#contract/signatures.ts';
import type { SignatureKind, SignatureState, SigningMethod } from '#domain/signatures.ts';
import type { Context } from '#server/context.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope, Ports } from '#server/db/board-scope.ts';
import { definePage, defineRows, type QueryScope, type ResultOf, rowsOf } from '#server/db/page-statement.ts';
import type { MailJob } from '#server/features/core/mail/ports.ts';
import { nameIn } from '#server/features/deciding/deciding/bodies/queries.ts';
import { seesWhere } from '#server/features/deciding/signatures/subjects/visibility.ts';
import { actorOf, type MemberIds } from '#server/features/members/audience/queries.ts';
import { selectRecipient } from '#server/features/members/people/queries.ts';

const requestsOfSubjectMax = 50;

const selectSigners = (scope: QueryScope) =>
  scope.tx
    .selectFrom('signers as signer')
    .innerJoin('members as m', (join) => sameBoard(join, 'm.id', 'signer.member_id'))
    .select(['signer.member_id', 'signer.capacity', 'signer.signed_at', 'signer.method_name'])
    .select(sql<SigningMethod | null>`signer.method`.as('method'))
    .select(sql<string>`coalesce(signer.name, known_name(m))`.as('name'))
    .where('signer.board_id', '=', scope.board.id)
    .where(sql<boolean>`signer.request_id = request.id`)
    .orderBy('signer.position');

const selectRequests = (scope: QueryScope, ports: Ports, memberId: RawBuilder<unknown>) =>
  scope.tx
    .selectFrom('signature_requests as request')
    .select(['request.id', 'request.title', 'request.version_id', 'request.storage_key', 'request.byte_size'])
    .select(sql<SignatureKind>`request.kind`.as('kind'))
    .select(sql<SignatureState>`request.state`.as('state'))
    .select(
      sql<string | null>`coalesce(request.document_id, request.meeting_id, request.resolution_id, request.vote_id)`.as(
        'subject_id',
      ),
    )
    .select(sql<string>`encode(request.sha256, 'hex')`.as('sha256'))
    .select(sql<string | null>`encode(request.sealed_sha256, 'hex')`.as('sealed_sha256'))
    .select(['request.note', 'request.requested_by as requested_by_id', 'request.requested_at', 'request.ends_at'])
    .select(['request.reason', 'request.sealed_at', 'request.sealed_key', 'request.sealed_bytes'])
    .select(['request.reminded_at', 'request.reminded_days'])
    .select([nameIn('request', 'requested_by').as('requested_by'), nameIn('request', 'closed_by').as('closed_by')])
    .select(rowsOf(selectSigners(scope)).as('signers'))
    .select(seesWhere(scope, ports, memberId).as('sees'))
    .where('request.board_id', '=', scope.board.id);

const own = (scope: MemberIds) => actorOf(scope).id as RawBuilder<unknown>;

/** Does not check visibility; the caller must use `seenRequest`. */
export const defineRequest = (ports: Ports) =>
  definePage({ id: 'uuid' }, (scope, { id }) => selectRequests(scope, ports, own(scope)).where('request.id', '=', id));

export const defineRequestsOfSubject = (ports: Ports) =>
  defineRows({ id: 'uuid' }, (scope, { id }) =>
    selectRequests(scope, ports, own(scope))
      .where(sql<boolean>`${id} in (request.document_id, request.meeting_id, request.resolution_id, request.vote_id)`)
      .orderBy('request.requested_at', 'desc')
      .orderBy('request.id')
      .limit(requestsOfSubjectMax),
  );

export type RequestRow = NonNullable<ResultOf<ReturnType<typeof defineRequest>>>;

type Scope = BoardScope | BoardJobScope;

export async function lockRequest(scope: Scope, id: string, memberId: string | null): Promise<RequestRow | null> {
  const locked = await selectRows(scope, 'signature_requests', { id }).select('id').forUpdate().executeTakeFirst();
  if (!locked) return null;
  const row = await selectRequests(scope, scope.ports, sql`${memberId}::uuid`)
    .where('request.id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, signers: row.signers.map(withDate) };
}

/** PostgreSQL returns timestamps inside JSON as strings. */
const withDate = <S extends { readonly signed_at: Date | null }>(signer: S): S => ({
  ...signer,
  signed_at: signer.signed_at === null ? null : new Date(signer.signed_at),
});

/** Returns signers who have not signed and can no longer do so, because they are inactive or cannot see the subject. */
export async function listLostSigners(scope: Scope, id: string): Promise<readonly string[]> {
  const rows = await scope.tx
    .selectFrom('signature_requests as request')
    .innerJoin('signers as signer', (join) => sameBoard(join, 'signer.request_id', 'request.id'))
    .select('signer.member_id')
    .where('request.board_id', '=', scope.board.id)
    .where('request.id', '=', id)
    .where('signer.signed_at', 'is', null)
    .where(sql<boolean>`not ${seesWhere(scope, scope.ports, sql.ref('signer.member_id'))}`)
    .execute();
  return rows.map((row) => row.member_id);
}

const openAtOnceMax = 1_000;
export const selectOpenRequests = () =>
  sql<{ readonly board_id: string; readonly id: string }>`
    select board_id, id from gate.signature_requests_open(${openAtOnceMax})
  `;

export async function countOpenRequests(scope: Scope): Promise<number> {
  const { count } = await selectRows(scope, 'signature_requests', { state: 'open' })
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const selectWaitingSignatures = (scope: QueryScope & MemberIds, ports: Ports) =>
  scope.tx
    .selectFrom('signature_requests as request')
    .innerJoin('signers as signer', (join) => sameBoard(join, 'signer.request_id', 'request.id'))
    .select(['request.id', 'request.title', 'request.ends_at'])
    .where('request.board_id', '=', scope.board.id)
    .where('request.state', '=', 'open')
    .where('signer.member_id', '=', scope.member.id)
    .where('signer.signed_at', 'is', null)
    .where(seesWhere(scope, ports, own(scope)))
    .orderBy('request.ends_at')
    .orderBy('request.id');

/** Finds nothing if the member is no longer active or cannot see what is signed. */
export const findSignatureMail = (scope: BoardJobScope, { memberId, subjectId: id }: MailJob) =>
  selectRecipient(scope, memberId)
    .innerJoin('signature_requests as request', 'request.board_id', 'member.board_id')
    .leftJoin('signers as signer', (join) =>
      sameBoard(join, 'signer.request_id', 'request.id').onRef('signer.member_id', '=', 'member.id'),
    )
    .select(['request.id', 'request.title', 'request.note', 'request.ends_at', 'request.reason'])
    .select(sql<SignatureState>`request.state`.as('state'))
    .select(sql<string | null>`encode(request.sealed_sha256, 'hex')`.as('sealed_sha256'))
    .select(sql<boolean>`signer.member_id is not null`.as('is_signer'))
    .select(sql<boolean>`signer.signed_at is not null`.as('has_signed'))
    .where('request.id', '=', id)
    .where(seesWhere(scope, scope.ports, sql.ref('member.id')))
    .executeTakeFirst();

interface Verified {
  readonly is_same: boolean;
  readonly board: string;
  readonly time_zone: string;
  readonly sealed_at: Date;
  readonly signers: { readonly name: string; readonly capacity: string }[];
}

/** Returns names only if the hash proves that the caller has the file. */
export async function verifySeal(
  { db }: Pick<Context, 'db'>,
  given: { readonly sha256: string; readonly seal_id: string | null },
): Promise<AnswerOf<typeof verifyEndpoint>> {
  const { rows } = await sql<Verified>`
    select * from gate.verify_seal(${Buffer.from(given.sha256, 'hex')}, ${given.seal_id})
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return { result: 'unknown' };
  if (!row.is_same) return { result: 'changed' };
  const { board, time_zone, sealed_at, signers } = row;
  return { result: 'sealed', board, time_zone, sealed_at: sealed_at.toISOString(), signers };
}
