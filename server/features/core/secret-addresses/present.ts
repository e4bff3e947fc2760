import { base32, magicUid } from '#domain/magic-uid.ts';
import type { Secrets } from '#server/secrets.ts';

type Deriving = Pick<Secrets, 'derive'>;
interface OfMember {
  readonly memberId: string;
  readonly generation: number;
}

/** Derives the UID from a key, because later messages repeat it and the database stores only its hash. */
const uidOf = (
  secrets: Deriving,
  kind: Parameters<typeof magicUid>[0],
  ...about: readonly (string | number)[]
): string => magicUid(kind, base32(secrets.derive('magic', [kind, ...about].join(':'))));

export const announcementUid = (secrets: Deriving, of: OfMember & { readonly announcementId: string }): string =>
  uidOf(secrets, 'announcement', of.memberId, of.announcementId, of.generation);

export const meetingUid = (secrets: Deriving, of: OfMember & { readonly meetingId: string }): string =>
  uidOf(secrets, 'meeting', of.memberId, of.meetingId, of.generation);

export const actionItemUid = (secrets: Deriving, of: OfMember & { readonly actionItemId: string }): string =>
  uidOf(secrets, 'action-item', of.memberId, of.actionItemId, of.generation);

export const paperUid = (secrets: Deriving, of: { readonly authorId: string; readonly generation: number }): string =>
  uidOf(secrets, 'paper', of.authorId, of.generation);
