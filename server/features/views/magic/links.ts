import type { MagicLinkOfMember, MagicLinksOfItem } from '#contract/magic-links.ts';
import { magicMessages } from '#domain/later-messages.ts';
import { magicLinkEnd } from '#domain/magic-uid.ts';
import { sortPeople } from '#domain/people-order.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import type { PersonRow } from '#server/features/members/people/queries.ts';

/** A person of the item, and how their link stands. */
export type LinkRow = PersonRow & { readonly state: MagicLinkOfMember['state'] };

/** What the links of meetings and of announcements have in common. */
export interface LinkedItem {
  readonly kind: 'meeting' | 'announcement';
  readonly id: string;
  /** From here on the days of a link count; null: it is not out, and has none. */
  readonly lastsAfter: Date | null;
  /** Active and pending people of the item, in any order. */
  readonly people: () => Promise<readonly LinkRow[]>;
  /** Makes the member's link one of the next generation, and sends it. */
  readonly renew: (memberId: string) => Promise<void>;
  readonly revoke: (memberId: string) => Promise<void>;
}

export async function presentLinks(scope: BoardScope, item: LinkedItem): Promise<MagicLinksOfItem> {
  const rows = item.lastsAfter === null ? [] : sortPeople(await item.people());
  return {
    links: rows.map((row) => ({ member: presentAudienceMember(row), state: row.state })),
    board_links: scope.board.magicLinks,
    ends_at: magicLinkEnd(item.lastsAfter ?? scope.now).toISOString(),
    can: { renew: scope.board.magicLinks !== 'off' && isLasting(scope, item) },
  };
}

/** The item's row must be held, so that of two who renew at once each makes another link. */
export async function renewLink(scope: BoardScope, item: LinkedItem, memberId: string): Promise<void> {
  const row = await loadLink(item, memberId);
  if (scope.board.magicLinks === 'off') throw refused(magicMessages.off);
  if (!isLasting(scope, item)) throw refused(magicMessages.over);
  if (row.status !== 'active') throw refused(magicMessages.notJoined);
  await item.renew(memberId);
  await note(scope, item, { action: 'magic-link.renewed', memberId });
}

/** One that is revoked already stays so. The item's row must be held. */
export async function revokeLink(scope: BoardScope, item: LinkedItem, memberId: string): Promise<void> {
  const row = await loadLink(item, memberId);
  if (row.state !== 'open') return;
  await item.revoke(memberId);
  await note(scope, item, { action: 'magic-link.revoked', memberId });
}

const isLasting = (scope: BoardScope, { lastsAfter }: LinkedItem): boolean =>
  lastsAfter !== null && magicLinkEnd(lastsAfter) > scope.now;

async function loadLink(item: LinkedItem, memberId: string): Promise<LinkRow> {
  const row = item.lastsAfter === null ? undefined : (await item.people()).find((person) => person.id === memberId);
  if (!row) throw notFound();
  return row;
}

async function note(
  scope: BoardScope,
  item: LinkedItem,
  { action, memberId }: { readonly action: 'magic-link.renewed' | 'magic-link.revoked'; readonly memberId: string },
): Promise<void> {
  await audit(scope, { action, subjectKind: item.kind, subjectId: item.id, detail: { member_id: memberId } });
}
