import { asSuperuser } from './as-superuser.ts';
import type { TestContext } from './context.ts';
import type { BoardWorld } from './world.ts';

export async function makeTenantRows(context: TestContext, world: BoardWorld): Promise<void> {
  const { board, member, meeting, draft, document, search, poll, minutes } = world;
  const [board_id, member_id, meeting_id, document_id] = [board.id, member.id, meeting.id, document.id];
  const [poll_id, resolution_id, vote_id] = [poll.id, world.written.id, world.vote.id];
  const [item_id, section_id] = [world.item.id, minutes.sectionId];
  const ofMeeting = { meeting_id, member_id };
  const at = 'now';
  const vote = (way: 'named' | 'secret', motionId: string): string =>
    `insert into votes (board_id, meeting_id, motion_id, body_id, way, text, papers, majority, majority_of, casting_vote,
       ballots_shown_to, minutes_names, opened_at, opened_by)
     select board_id, meeting_id, id, board_id, '${way}', text, '[]', '1/2', 'cast', false, 'body', 'all', now(), '${member_id}'
     from motions where id = '${motionId}'`;

  await asSuperuser(context, async (client) => {
    const idOf = async (query: string): Promise<unknown> => (await client.query(query)).rows[0]?.id;
    const version_id = await idOf(`select id from document_versions where document_id = '${document_id}' limit 1`);
    const audience_id = await idOf(`select audience_id as id from meetings where id = '${draft.id}'`);
    const option_id = await idOf(`select id from poll_options where poll_id = '${poll_id}' limit 1`);

    /** Each entry is SQL, or a table and a row. The board's id is added to every row. */
    const rows: readonly (string | readonly [table: string, row: Readonly<Record<string, unknown>>])[] = [
      ['annotations', { version_id, member_id, xfdf: '<xfdf/>' }],
      ['document_texts', { version_id, page: 1, text: 'words' }],
      ['placed_annotations', { version_id, from_id: version_id, member_id, came_along: '{}', stayed: '{}' }],
      ['version_comparisons', { from_id: version_id, to_id: version_id, has_pictures: false }],
      ['reading_positions', { document_id, member_id, page: 2 }],
      ['recent_documents', { document_id, member_id }],
      ['audience_members', { audience_id, member_id }],
      ['board_books', { meeting_id, fingerprint: 'x', state: 'waiting', requested_at: at }],
      ['audit_entries', { member_id, action: 'x', subject_kind: 'board' }],
      ['date_answers', { meeting_id: search.id, option_id: search.optionIds[0], member_id, answer: 'yes' }],
      ['former_invitees', { meeting_id: draft.id, member_id, acceptance: 'none', link_generation: 1 }],
      ['former_shortnames', { shortname: `was-${board_id}` }],
      ['mail_messages', { member_id, kind: 'x' }],
      ['meeting_defaults', { type: 'remote', length_minutes: 60 }],
      ['meeting_guests', { meeting_id, name: 'x' }],
      ['meeting_notices', { meeting_id, kind: 'changed', snapshot: '{}' }],
      ['meeting_reminders', { meeting_id, starts_at: at }],
      ['muted_mail', { member_id, choice: 'x' }],
      ['non_voters', { body_id: board_id, member_id }],
      [
        'action_item_changes',
        { action_item_id: world.action.id, member_id, at, by_link: false, field: 'notes', old: '', new: 'x' },
      ],
      ['action_item_reports', { meeting_id, day: at }],
      ['interests', { member_id, organisation: 'x', nature: 'x', since: '2009' }],
      `insert into interest_wordings (board_id, interest_id, revision, organisation, nature, since, written_by)
       select board_id, id, 1, organisation, nature, since, member_id from interests where board_id = '${board_id}'
       on conflict do nothing`,
      ['interest_confirmations', { member_id }],
      ['interest_requests', { member_id }],
      ['interest_rounds', { day: '2026-01-01' }],
      ['meeting_rooms', { meeting_id }],
      [
        'withheld',
        {
          member_id: world.inactive.id,
          subject_id: item_id,
          agenda_item_id: item_id,
          withheld_by: member_id,
          reason: 'x',
          withheld_at: at,
        },
      ],
      ['declarations', { ...ofMeeting, agenda_item_id: item_id, nature: 'x', declared_at: at }],
      ['meeting_people', { ...ofMeeting, is_voter: true }],
      ['meeting_phases', { meeting_id, phase: 'recess', at }],
      ['pointer_moves', { meeting_id, at }],
      ['presences', { ...ofMeeting, mode: 'remote', arrived_at: at }],
      ['quorum_changes', { meeting_id, at, present: 1, needed: 1, in_office: 1, met: true }],
      vote('named', world.motion.id),
      `insert into ballots (board_id, vote_id, member_id, choice, is_named, at)
       select board_id, id, '${member_id}', 'for', false, now() from votes where board_id = '${board_id}' and state = 'open'`,
      vote('secret', world.groupMotion.id),
      `insert into vote_participations (board_id, vote_id, member_id, key_hash)
       select board_id, id, '${member_id}', sha256('x') from votes where board_id = '${board_id}' and is_secret`,
      `insert into vote_tallies (board_id, vote_id, choice)
       select board_id, id, 'for' from votes where board_id = '${board_id}' and is_secret`,
      ['vote_voids', { vote_id, by_objection: false, reason: 'x', voided_by: member_id, at }],
      ['hand_corrections', { vote_id, at, corrected_by: member_id, votes_for: 0, votes_against: 1, abstentions: 0 }],
      ['room_unseen', { ...ofMeeting, changes: 1, motions: 1 }],
      ['room_connections', { ...ofMeeting, seen_at: at }],
      ['resolution_numbers', { body_id: board_id, year: 2026, sequence: 1, number: '2026-001', vote_id }],
      ['seal_keys', { sealed: 'x', made_at: at }],
      ['written_ballots', { resolution_id, round: 1, member_id, choice: 'for', at }],
      ['minutes_wordings', { section_id, revision: 1, notes: '{}', written_by: member_id, begun_at: at, at }],
      ['note_destructions', { meeting_id }],
      ['minutes_writers', { ...ofMeeting, section_id, at }],
      [
        'minutes_versions',
        {
          meeting_id,
          version: 1,
          at,
          circulated_by: member_id,
          recipients: 1,
          changes: '[]',
          document: '{"parts":[]}',
        },
      ],
      ['minutes_decisions', { meeting_id, motion_id: world.motion.id }],
      ['minutes_addenda', { meeting_id, number: 1, text: 'x', added_by: member_id, at }],
      ['minutes_files', { meeting_id, version: 1, is_approved: false, bytes: 'x', made_at: at }],
      ['sign_ins', { session_id: board_id, member_id, at }],
      ['poll_responses', { poll_id, member_id }],
      ['poll_choices', { poll_id, member_id, option_id }],
      ['poll_tallies', { poll_id, option_id }],
    ];
    for (const row of rows) {
      if (typeof row === 'string') await client.query(row);
      else {
        const all = Object.entries({ board_id, ...row[1] });
        await client.query(
          `insert into ${row[0]} (${all.map(([column]) => column).join(', ')}) values (${all.map((_, index) => `$${index + 1}`).join(', ')})
           on conflict do nothing`,
          all.map(([, value]) => value),
        );
      }
    }
  });
}
