import { createHash } from 'node:crypto';
import type { CalendarFeed } from '#contract/calendar.ts';
import { base32 } from '#domain/magic-uid.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { Secrets } from '#server/secrets.ts';

export function feedUid(
  secrets: Pick<Secrets, 'derive'>,
  of: { readonly memberId: string; readonly generation: number },
): string {
  return `f${base32(secrets.derive('feed', `feed:${of.memberId}:${of.generation}`))}`;
}

export function presentFeed(scope: BoardScope, context: Context, generation: number): CalendarFeed {
  const uid = feedUid(context.secrets, { memberId: scope.member.id, generation });
  const base = baseUrlOf(context.config, scope.board.shortname);
  return { board_id: scope.board.id, title: scope.board.title, address: `${base}/feed/${uid}.ics` };
}

export const presentFeedFile = (text: string) =>
  ({
    kind: 'text',
    text,
    etag: `"${createHash('sha256').update(text).digest('base64url')}"`,
    headers: {
      'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
      // Calendar programs may store the feed but must revalidate it. Proxies must not store it.
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  }) as const;
