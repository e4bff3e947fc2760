import type { Deciding, DecidingBody } from '#contract/deciding.ts';
import { isSignedInAdmin, type Reader } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import type { PersonRow } from '#server/features/members/people/queries.ts';
import { canSeeGroup } from '#server/features/members/people/visibility.ts';
import type { BodyRow, DecidingRow } from './queries.ts';

interface Found {
  readonly settings: DecidingRow;
  readonly bodies: readonly BodyRow[];
  readonly people: readonly PersonRow[];
}

export function presentDeciding(reader: Reader, { settings, bodies, people }: Found): Deciding {
  const edits = isSignedInAdmin(reader);
  return {
    ...settings,
    standing_items: [...settings.standing_items],
    action_reminder_days: [...settings.action_reminder_days],
    confirmed_at: settings.confirmed_at?.toISOString() ?? null,
    bodies: bodies
      .filter((body) => body.group_id === null || canSeeGroup(reader, body.group_id))
      .map((body) => presentBody(reader, body)),
    people: edits ? people.filter(({ status }) => status !== 'inactive').map(presentAudienceMember) : null,
    can: { edit: edits },
  };
}

function presentBody(reader: Reader, row: BodyRow): DecidingBody {
  const edits = isSignedInAdmin(reader);
  const seesPeople = canSeePeople(reader);
  const votes = new Set(row.voter_ids);
  return {
    id: row.id,
    group_id: row.group_id,
    name: row.name,
    seats: row.seats,
    rule: row.rule,
    at_least: row.at_least,
    chair_id: seesPeople ? row.chair_id : null,
    secretary_id: seesPeople ? row.secretary_id : null,
    voters: row.in_office,
    member_ids: edits ? [...row.member_ids] : null,
    non_voter_ids: edits ? row.member_ids.filter((id) => !votes.has(id)) : null,
  };
}
