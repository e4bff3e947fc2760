import { base32, magicUid } from '#domain/magic-uid.ts';
import type { Secrets } from '#server/secrets.ts';

export function announcementUid(
  secrets: Pick<Secrets, 'derive'>,
  of: { readonly memberId: string; readonly announcementId: string; readonly generation: number },
): string {
  const what = `announcement:${of.memberId}:${of.announcementId}:${of.generation}`;
  return magicUid('announcement', base32(secrets.derive('magic', what)));
}

/** Derives the UID from a key, because later messages repeat it and the database stores only its hash. */
export function meetingUid(
  secrets: Pick<Secrets, 'derive'>,
  of: { readonly memberId: string; readonly meetingId: string; readonly generation: number },
): string {
  return magicUid(
    'meeting',
    base32(secrets.derive('magic', `meeting:${of.memberId}:${of.meetingId}:${of.generation}`)),
  );
}

export function paperUid(
  secrets: Pick<Secrets, 'derive'>,
  of: { readonly authorId: string; readonly generation: number },
): string {
  return magicUid('paper', base32(secrets.derive('magic', `paper:${of.authorId}:${of.generation}`)));
}

export function actionItemUid(
  secrets: Pick<Secrets, 'derive'>,
  of: { readonly memberId: string; readonly actionItemId: string; readonly generation: number },
): string {
  const what = `action-item:${of.memberId}:${of.actionItemId}:${of.generation}`;
  return magicUid('action-item', base32(secrets.derive('magic', what)));
}
