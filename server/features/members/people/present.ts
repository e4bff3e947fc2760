import type { AudienceMember } from '#contract/audience.ts';
import type { ListedPerson, Person } from '#contract/people.ts';
import type { ProfileValue } from '#contract/profile.ts';
import { knownName } from '#domain/identity.ts';
import { isSignedInAdmin, type Reader } from '#server/db/board-scope.ts';
import type { ResultOf } from '#server/db/page-statement.ts';
import type { valuesOfPerson } from '#server/features/members/profile/queries.ts';
import { shownEmail } from '#server/shown-email.ts';
import type { PersonGroup, PersonRow } from './queries.ts';

export function presentPerson(row: PersonRow): Person {
  return {
    id: row.id,
    slug: row.slug,
    name: knownName(row),
    img_url: row.img_url,
    status: row.status,
    is_board_admin: row.is_board_admin,
  };
}

export interface PersonFacts {
  readonly groups: ReadonlyMap<string, readonly PersonGroup[]>;
  readonly offices: ReadonlyMap<string, string>;
}

export function presentListedPerson(row: PersonRow, { groups, offices }: PersonFacts): ListedPerson {
  const isOnBoard = row.status !== 'inactive';
  return {
    ...presentPerson(row),
    email: isOnBoard ? shownEmail(row.email) : null,
    office: offices.get(row.id) ?? null,
    groups: [...(groups.get(row.id) ?? [])],
  };
}

export function presentValues(reader: Reader, row: PersonRow, values: ResultOf<typeof valuesOfPerson>): ProfileValue[] {
  const tellsAll = row.status !== 'inactive' || isSignedInAdmin(reader);
  return values.filter((value) => tellsAll || value.filled_by === 'admin').map(({ member_id: _, ...value }) => value);
}

export function presentAudienceMember(row: PersonRow): AudienceMember {
  return {
    member_id: row.id,
    name: knownName(row),
    img_url: row.img_url,
    is_pending: row.status === 'invited',
  };
}
