import { asSuperuser } from './as-superuser.ts';
import type { TestContext } from './context.ts';
import type { BoardWorld } from './world.ts';

/** Rows of the tables that the world itself leaves empty, in the order in which they refer to one another. */
export async function makeTenantRows(context: TestContext, world: BoardWorld): Promise<void> {
  const { board, member, meeting, draft, document, search, poll } = world;
  const version = `(select id from document_versions where board_id = $1 and document_id = $2 limit 1)`;
  const pollOption = `(select id from poll_options where board_id = $1 and poll_id = $2 limit 1)`;
  const rows: readonly (readonly [sql: string, ...values: unknown[]])[] = [
    [
      `insert into annotations (board_id, version_id, member_id, xfdf) values ($1, ${version}, $3, '<xfdf/>')`,
      ...[document.id, member.id],
    ],
    [
      `insert into document_texts (board_id, version_id, page, text) values ($1, ${version}, 1, 'words')
       on conflict do nothing`,
      document.id,
    ],
    [
      `insert into reading_positions (board_id, document_id, member_id, page) values ($1, $2, $3, 2)`,
      document.id,
      member.id,
    ],
    [`insert into recent_documents (board_id, document_id, member_id) values ($1, $2, $3)`, document.id, member.id],
    [
      `insert into audience_members (board_id, audience_id, member_id)
       select board_id, audience_id, $3 from meetings where board_id = $1 and id = $2`,
      ...[draft.id, member.id],
    ],
    [
      `insert into board_books (board_id, meeting_id, fingerprint, state, requested_at) values ($1, $2, 'x', 'waiting', now())`,
      meeting.id,
    ],
    [`insert into audit_entries (board_id, member_id, action, subject_kind) values ($1, $2, 'x', 'board')`, member.id],
    [
      `insert into date_answers (board_id, meeting_id, option_id, member_id, answer) values ($1, $2, $3, $4, 'yes')`,
      ...[search.id, search.optionIds[0], member.id],
    ],
    [
      `insert into former_invitees (board_id, meeting_id, member_id, acceptance, link_generation)
       values ($1, $2, $3, 'none', 1)`,
      ...[draft.id, member.id],
    ],
    [`insert into former_shortnames (board_id, shortname) values ($1, 'was-' || ($1::uuid)::text)`],
    [`insert into mail_messages (board_id, member_id, kind) values ($1, $2, 'x')`, member.id],
    [`insert into meeting_defaults (board_id, type, length_minutes) values ($1, 'remote', 60)`],
    [`insert into meeting_guests (board_id, meeting_id, name) values ($1, $2, 'x')`, meeting.id],
    [`insert into meeting_notices (board_id, meeting_id, kind, snapshot) values ($1, $2, 'changed', '{}')`, meeting.id],
    [`insert into meeting_reminders (board_id, meeting_id, starts_at) values ($1, $2, now())`, meeting.id],
    [`insert into muted_mail (board_id, member_id, choice) values ($1, $2, 'x')`, member.id],
    [`insert into sign_ins (board_id, session_id, member_id, at) values ($1, gen_random_uuid(), $2, now())`, member.id],
    [`insert into poll_responses (board_id, poll_id, member_id) values ($1, $2, $3)`, poll.id, member.id],
    [
      `insert into poll_choices (board_id, poll_id, member_id, option_id) values ($1, $2, $3, ${pollOption})`,
      ...[poll.id, member.id],
    ],
    [
      `insert into poll_tallies (board_id, poll_id, option_id) values ($1, $2, ${pollOption}) on conflict do nothing`,
      poll.id,
    ],
  ];
  await asSuperuser(context, async (client) => {
    for (const [sql, ...values] of rows) await client.query(sql, [board.id, ...values]);
  });
}
