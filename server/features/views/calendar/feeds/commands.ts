import { sql } from 'kysely';
import type { CalendarFeed } from '#contract/calendar.ts';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, type BoardScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import type { MembershipChange } from '#server/features/members/people/ports.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';
import { feedUid, presentFeed } from './present.ts';
import { lockGeneration } from './queries.ts';

export async function makeFeed(scope: BoardScope | BoardJobScope, secrets: Secrets, memberId: string): Promise<void> {
  await insertFeeds(scope, secrets, [memberId]);
}

/** A migration cannot create feeds, because addresses are derived from SECRET_KEY. */
export async function makeMissingFeeds(context: Pick<Context, 'db' | 'clock' | 'ports' | 'secrets'>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ board_id: string; member_ids: readonly string[] }>`
      select board_id, array_agg(member_id::text) as member_ids
      from gate.members_without_feed(${feedsAtOnceMax}) group by board_id
    `.execute(context.db);
    if (rows.length === 0) return;
    for (const row of rows) {
      await withBoardJobScope(context, row.board_id, (scope) => insertFeeds(scope, context.secrets, row.member_ids), {
        evenSuspended: true,
      });
    }
  }
}

const feedsAtOnceMax = 1_000;

export async function renewFeed(scope: BoardScope, context: Context): Promise<CalendarFeed> {
  const generation = ((await lockGeneration(scope, scope.member.id)) ?? 0) + 1;
  await writeGeneration(scope, context.secrets, { memberId: scope.member.id, generation });
  await audit(scope, 'feed.renewed', { kind: 'member', id: scope.member.id });
  return presentFeed(scope, context, generation);
}

/** Changes the feed's address when a member leaves, so that the old address stays invalid if the member returns. */
async function endFeed(scope: BoardScope, secrets: Secrets, memberId: string): Promise<void> {
  const generation = await lockGeneration(scope, memberId);
  if (generation !== null) await writeGeneration(scope, secrets, { memberId, generation: generation + 1 });
}

export const feedMembershipChange: MembershipChange = {
  joined: (scope, secrets, { memberId }) => makeFeed(scope, secrets, memberId),
  left: (scope, secrets, { memberId }) => endFeed(scope, secrets, memberId),
};

async function writeGeneration(
  { tx, board, now }: BoardScope,
  secrets: Secrets,
  feed: { readonly memberId: string; readonly generation: number },
): Promise<void> {
  const { memberId, generation } = feed;
  const uid_hash = hashToken(feedUid(secrets, feed));
  await tx
    .insertInto('calendar_feeds')
    .values({ board_id: board.id, member_id: memberId, generation, uid_hash, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['board_id', 'member_id'])
        .doUpdateSet({ generation, uid_hash, created_at: now })
        // A concurrent renewal may already have stored a higher generation.
        .where('calendar_feeds.generation', '<', generation),
    )
    .execute();
}

async function insertFeeds(
  { tx, board, now }: BoardScope | BoardJobScope,
  secrets: Secrets,
  memberIds: readonly string[],
): Promise<void> {
  const rows = memberIds.map((memberId) => ({
    board_id: board.id,
    member_id: memberId,
    uid_hash: hashToken(feedUid(secrets, { memberId, generation: 1 })),
    created_at: now,
  }));
  await tx
    .insertInto('calendar_feeds')
    .values(rows)
    // Specifies no conflict target, because concurrent inserts may violate either unique constraint.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
