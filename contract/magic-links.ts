import { z } from 'zod';
import { audienceMember } from './audience.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, instant, nothing } from './fields.ts';

/** What editors know of the secret links to an item, and do with them. The addresses themselves are nobody's but their member's. */

/**
 * - `open`: it opens the item
 * - `revoked`: an editor has ended it
 * - `none`: there is none, as for who has not joined yet
 */
export const magicLinkState = z.enum(['open', 'revoked', 'none']);

export const magicLink = z.strictObject({ member: audienceMember, state: magicLinkState });
export type MagicLinkOfMember = z.output<typeof magicLink>;

export const magicLinksOfItem = z.strictObject({
  links: z.array(magicLink),
  /** The board's setting; `off`: no link opens anything. */
  board_links: z.enum(['full', 'answer', 'off']),
  /** When all of them end by themselves. */
  ends_at: instant,
  /** Whether a new one would still open anything. */
  can: z.strictObject({ renew: z.boolean() }),
});
export type MagicLinksOfItem = z.output<typeof magicLinksOfItem>;

const oneOf = z.strictObject({ id, member_id: id });

const actsOn = <Path extends 'meetings' | 'announcements'>(path: Path, item: string) => ({
  list: endpoint({
    name: `magic.${path}.list`,
    summary: `For editors: whose secret link to ${item} opens it`,
    method: 'GET',
    path: `/ajax/${path}/:id/links`,
    access: 'member',
    params: idParams,
    answer: magicLinksOfItem,
  }),
  renew: endpoint({
    name: `magic.${path}.renew`,
    summary: 'Another link for one member, sent to them; the one before opens nothing any more',
    method: 'POST',
    path: `/ajax/${path}/:id/links/:member_id/renew`,
    access: 'member',
    params: oneOf,
    body: nothing,
    answer: magicLinksOfItem,
  }),
  revoke: endpoint({
    name: `magic.${path}.revoke`,
    summary: 'End the link of one member, without another',
    method: 'POST',
    path: `/ajax/${path}/:id/links/:member_id/revoke`,
    access: 'member',
    params: oneOf,
    body: nothing,
    answer: magicLinksOfItem,
  }),
});

export const meetingLinks = actsOn('meetings', 'a meeting');
export const announcementLinks = actsOn('announcements', 'an announcement');
