import type { MagicLinksOfItem } from '#contract/magic.ts';
import { sortPeople } from '#domain/identity.ts';
import { magicLinkEnd } from '#domain/magic-uid.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { isInEffect, type LinkedItem, type LinkRow } from './queries.ts';

export function presentLinks(scope: BoardScope, item: LinkedItem, people: readonly LinkRow[]): MagicLinksOfItem {
  const rows = item.lastsAfter === null ? [] : sortPeople(people);
  return {
    links: rows.map((row) => ({ member: presentAudienceMember(row), state: row.state })),
    board_links: scope.board.magicLinks,
    ends_at: magicLinkEnd(item.lastsAfter ?? scope.now).toISOString(),
    can: { renew: scope.board.magicLinks !== 'off' && isInEffect(scope, item) },
  };
}
