import { sql } from 'kysely';
import type { AddressHolder } from '#domain/invitations.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import type { Context } from '#server/context.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import { type BoardJobScope, type BoardScope, readTogether } from '#server/db/board-scope.ts';
import { defineRows, type ResultOf, type StatementResults } from '#server/db/page-statement.ts';
import { firstRow } from '#server/db/select-value.ts';
import { notFound, refused } from '#server/errors.ts';
import { hashToken } from '#server/secrets.ts';

const pendingMax = 4_000;
const takenMax = 10_000;

export interface FoundInvitation {
  readonly invitation_id: string;
  readonly token_hash: Buffer;
  readonly board_id: string;
  readonly member_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly account_exists: boolean;
  readonly title: string;
  readonly logo_url: string | null;
  readonly primary_color: string;
  readonly state: 'open' | 'expired' | 'redeemed' | 'revoked' | 'suspended';
  readonly opens_by: string | null;
  readonly opens_by_name: string | null;
}

export async function findInvitation(context: Context, token: string): Promise<FoundInvitation | null> {
  const tokenHash = hashToken(token);
  return firstRow(
    context.db,
    sql<FoundInvitation>`
      select *, ${tokenHash}::bytea as token_hash from gate.find_invitation(${tokenHash}, ${context.clock.now()})
    `,
  );
}

export async function findOpenInvitation(context: Context, token: string): Promise<FoundInvitation> {
  const invitation = await findInvitation(context, token);
  if (invitation?.state !== 'open') throw refused(peopleMessages.invitationSpent);
  return invitation;
}

export const pendingInvitations = defineRows({}, ({ tx, board }) =>
  tx
    .selectFrom('invitations as invitation')
    .innerJoin('members as member', (join) =>
      sameBoard(join, 'member.id', 'invitation.member_id').on('member.status', '=', 'invited'),
    )
    .leftJoin('members as inviter', (join) => sameBoard(join, 'inviter.id', 'invitation.invited_by'))
    .leftJoin('users as account', 'account.id', 'inviter.user_id')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('mail_messages')
          .select(['sent_at', 'failed_at', 'last_error'])
          .whereRef('mail_messages.board_id', '=', 'invitation.board_id')
          .whereRef('mail_messages.subject_id', '=', 'invitation.id')
          .orderBy('queued_at', 'desc')
          .orderBy('mail_messages.id', 'desc')
          .limit(1)
          .as('mail'),
      (join) => join.onTrue(),
    )
    .where('invitation.board_id', '=', board.id)
    .where('invitation.redeemed_at', 'is', null)
    .where('invitation.revoked_at', 'is', null)
    .select([
      'member.id as member_id',
      'member.is_board_admin',
      'invitation.first_name',
      'invitation.last_name',
      'invitation.email',
      'invitation.sent_at',
      'invitation.expires_at',
      sql<string | null>`btrim(account.first_name || ' ' || account.last_name)`.as('invited_by'),
      'mail.sent_at as mail_sent_at',
      'mail.failed_at as mail_failed_at',
      'mail.last_error as mail_error',
    ])
    .orderBy('invitation.sent_at', 'desc')
    .orderBy('invitation.id', 'desc')
    .limit(pendingMax),
);

export type PendingRow = ResultOf<typeof pendingInvitations>[number];

export interface PendingPerson {
  readonly invitationId: string;
  readonly memberId: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** Matches invitations that were neither redeemed nor revoked. They may have expired. */
export const unused = { redeemed_at: null, revoked_at: null };

export async function loadPendingPerson(scope: BoardScope, memberId: string): Promise<PendingPerson> {
  const row = await selectRows(scope, 'invitations', { member_id: memberId, ...unused })
    .select(['id', 'email', 'first_name', 'last_name'])
    .executeTakeFirst();
  if (!row) throw notFound();
  const { id: invitationId, ...who } = row;
  return { invitationId, memberId, ...who };
}

const takenByMembers = defineRows({}, ({ tx, board }) =>
  tx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(sql<string>`lower(users.email)`.as('email'))
    .where('members.board_id', '=', board.id)
    .where('members.removed_at', 'is', null)
    .limit(takenMax),
);

const takenByInvitations = defineRows({}, ({ tx, board, now }) =>
  selectRows({ tx, board }, 'invitations', unused)
    .select(sql<string>`lower(email)`.as('email'))
    .where('expires_at', '>', now)
    .limit(takenMax),
);

export const takenReads = { members: takenByMembers, invited: takenByInvitations };

export const takenAddresses = ({
  members,
  invited,
}: StatementResults<typeof takenReads>): ReadonlyMap<string, AddressHolder> =>
  new Map([
    ...invited.map(({ email }) => [email, 'invited'] as const),
    ...members.map(({ email }) => [email, 'member'] as const),
  ]);

export async function listTaken(scope: BoardScope): Promise<ReadonlyMap<string, AddressHolder>> {
  return takenAddresses(await readTogether(scope, { statements: takenReads, params: {} }));
}

export async function findInvitationToSend(
  scope: BoardJobScope,
  { id, token }: { readonly id: string; readonly token: string },
) {
  return scope.tx
    .selectFrom('invitations')
    .leftJoin('members', (join) => sameBoard(join, 'members.id', 'invitations.invited_by'))
    .leftJoin('users', 'users.id', 'members.user_id')
    .select(['invitations.email', 'invitations.first_name', 'invitations.last_name'])
    .select(sql<string | null>`btrim(users.first_name || ' ' || users.last_name)`.as('inviter'))
    .where('invitations.board_id', '=', scope.board.id)
    .where('invitations.id', '=', id)
    .where('token_hash', '=', hashToken(token))
    .where('redeemed_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', scope.now)
    .executeTakeFirst();
}
