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
    [`insert into non_voters (board_id, body_id, member_id) values ($1, $1, $2)`, member.id],
    [
      `insert into action_item_changes (board_id, action_item_id, member_id, at, by_link, field, old, new)
       values ($1, $2, $3, now(), false, 'notes', '', 'x')`,
      ...[world.action.id, member.id],
    ],
    [`insert into action_item_reports (board_id, meeting_id, day) values ($1, $2, now())`, meeting.id],
    [
      `insert into interests (board_id, member_id, organisation, nature, since) values ($1, $2, 'x', 'x', '2009')`,
      member.id,
    ],
    [
      `insert into interest_wordings (board_id, interest_id, revision, organisation, nature, since, written_by)
       select board_id, id, 1, organisation, nature, since, member_id from interests where board_id = $1 on conflict do nothing`,
    ],
    [`insert into interest_confirmations (board_id, member_id) values ($1, $2)`, member.id],
    [`insert into interest_requests (board_id, member_id) values ($1, $2)`, member.id],
    [`insert into interest_rounds (board_id, day) values ($1, '2026-01-01') on conflict do nothing`],
    [`insert into meeting_rooms (board_id, meeting_id) values ($1, $2)`, meeting.id],
    [
      `insert into withheld (board_id, member_id, subject_id, agenda_item_id, withheld_by, reason, withheld_at)
       values ($1, $2, $3, $3, $4, 'x', now())`,
      ...[world.inactive.id, world.item.id, member.id],
    ],
    [
      `insert into declarations (board_id, meeting_id, agenda_item_id, member_id, nature, declared_at)
       values ($1, $2, $3, $4, 'x', now())`,
      ...[meeting.id, world.item.id, member.id],
    ],
    [`insert into meeting_voters (board_id, meeting_id, member_id) values ($1, $2, $3)`, meeting.id, member.id],
    [`insert into meeting_phases (board_id, meeting_id, phase, at) values ($1, $2, 'recess', now())`, meeting.id],
    [`insert into pointer_moves (board_id, meeting_id, at) values ($1, $2, now())`, meeting.id],
    [
      `insert into presences (board_id, meeting_id, member_id, mode, arrived_at) values ($1, $2, $3, 'remote', now())
       on conflict do nothing`,
      ...[meeting.id, member.id],
    ],
    [
      `insert into quorum_changes (board_id, meeting_id, at, present, needed, in_office, met)
       values ($1, $2, now(), 1, 1, 1, true)`,
      meeting.id,
    ],
    [
      `insert into votes (board_id, meeting_id, motion_id, body_id, way, text, papers, majority, majority_of, casting_vote,
         ballots_shown_to, opened_at, opened_by)
       select board_id, meeting_id, id, board_id, 'named', text, '[]', '1/2', 'cast', false, 'body', now(), $3
       from motions where board_id = $1 and id = $2`,
      ...[world.motion.id, member.id],
    ],
    [
      `insert into ballots (board_id, vote_id, member_id, choice, is_named, at)
       select board_id, id, $2, 'for', false, now() from votes where board_id = $1 and state = 'open'`,
      member.id,
    ],
    [
      `insert into votes (board_id, meeting_id, motion_id, body_id, way, text, papers, majority, majority_of, casting_vote,
         ballots_shown_to, opened_at, opened_by)
       select board_id, meeting_id, id, board_id, 'secret', text, '[]', '1/2', 'cast', false, 'body', now(), $3
       from motions where board_id = $1 and id = $2`,
      ...[world.groupMotion.id, member.id],
    ],
    [
      `insert into vote_participations (board_id, vote_id, member_id, key_hash)
       select board_id, id, $2, sha256('x') from votes where board_id = $1 and is_secret`,
      member.id,
    ],
    [
      `insert into vote_tallies (board_id, vote_id, choice) select board_id, id, 'for' from votes where board_id = $1 and is_secret`,
    ],
    [
      `insert into vote_voids (board_id, vote_id, by_objection, reason, voided_by, at) values ($1, $2, false, 'x', $3, now())`,
      ...[world.vote.id, member.id],
    ],
    [
      `insert into hand_corrections (board_id, vote_id, at, corrected_by, votes_for, votes_against, abstentions)
       values ($1, $2, now(), $3, 0, 1, 0)`,
      ...[world.vote.id, member.id],
    ],
    [
      `insert into room_unseen (board_id, meeting_id, member_id, changes, motions) values ($1, $2, $3, 1, 1)`,
      ...[meeting.id, member.id],
    ],
    [
      `insert into room_connections (board_id, meeting_id, member_id, seen_at) values ($1, $2, $3, now())`,
      ...[meeting.id, member.id],
    ],
    [
      `insert into resolution_numbers (board_id, body_id, year, sequence, number, vote_id) values ($1, $1, 2026, 1, '2026-001', $2)`,
      world.vote.id,
    ],
    [
      `insert into written_ballots (board_id, resolution_id, round, member_id, choice, at) values ($1, $2, 1, $3, 'for', now())`,
      ...[world.written.id, member.id],
    ],
    [
      `insert into minutes_wordings (board_id, section_id, revision, notes, written_by, begun_at, at)
       values ($1, $2, 1, '{}', $3, now(), now())`,
      ...[world.minutes.sectionId, member.id],
    ],
    [
      `insert into minutes_writers (board_id, meeting_id, member_id, section_id, at) values ($1, $2, $3, $4, now())`,
      ...[meeting.id, member.id, world.minutes.sectionId],
    ],
    [
      `insert into minutes_versions (board_id, meeting_id, version, at, circulated_by, recipients, changed, document)
       values ($1, $2, 1, now(), $3, 1, 0, '{"parts":[]}')`,
      ...[meeting.id, member.id],
    ],
    [
      `insert into minutes_decisions (board_id, meeting_id, motion_id) values ($1, $2, $3)`,
      ...[meeting.id, world.motion.id],
    ],
    [
      `insert into minutes_addenda (board_id, meeting_id, number, text, added_by, at) values ($1, $2, 1, 'x', $3, now())`,
      ...[meeting.id, member.id],
    ],
    [`insert into minutes_files (board_id, meeting_id, bytes, made_at) values ($1, $2, 'x', now())`, meeting.id],
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
