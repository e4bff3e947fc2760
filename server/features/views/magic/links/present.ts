import type { MagicLinksOfItem } from '#contract/magic.ts';
import { sortPeople } from '#domain/identity.ts';
import { magicLinkEnd } from '#domain/magic-uid.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { isInEffect, type LinkFacts, type LinkRow } from './queries.ts';

export function presentLinks(reader: Reader, item: LinkFacts, people: readonly LinkRow[]): MagicLinksOfItem {
  const rows = item.lastsAfter === null ? [] : sortPeople(people);
  return {
    links: rows.map((row) => ({ member: presentAudienceMember(row), state: row.state })),
    board_links: reader.board.magicLinks,
    ends_at: magicLinkEnd(item.lastsAfter ?? reader.now).toISOString(),
    can: { renew: reader.board.magicLinks !== 'off' && isInEffect(reader, item) },
  };
}
