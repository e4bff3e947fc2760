import { base32, magicUid } from '#domain/magic-uid.ts';
import type { Secrets } from '#server/secrets.ts';

/**
 * A member's secret address of one announcement, derived as that of a meeting is. Source: product.md, section 3, "Secret
 * addresses".
 */
export function announcementUid(
  secrets: Pick<Secrets, 'derive'>,
  of: { readonly memberId: string; readonly announcementId: string; readonly generation: number },
): string {
  const what = `announcement:${of.memberId}:${of.announcementId}:${of.generation}`;
  return magicUid('announcement', base32(secrets.derive('magic', what)));
}

/**
 * A member's secret address of one meeting. Derived, not kept, since later mail must repeat it; a raised generation makes
 * another one. The database holds its SHA-256 (`hashToken`). Source: product.md, section 3, "Secret addresses".
 */
export function meetingUid(
  secrets: Pick<Secrets, 'derive'>,
  of: { readonly memberId: string; readonly meetingId: string; readonly generation: number },
): string {
  return magicUid(
    'meeting',
    base32(secrets.derive('magic', `meeting:${of.memberId}:${of.meetingId}:${of.generation}`)),
  );
}
