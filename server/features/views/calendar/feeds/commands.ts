import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CalendarFeed } from '#contract/calendar.ts';
import { base32 } from '#domain/magic-uid.ts';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, type BoardScope, withBoardJobScope, withBoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { inAudience } from '#server/features/members/audience/queries.ts';
import type { MembershipChange } from '#server/features/members/people/ports.ts';
import type { FileAnswer } from '#server/http/implement.ts';
import { calendarFeed } from '#server/integrations/calendar/calendar-file.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';

/** More meetings than any member is invited to. */
const feedMeetingsMax = 5_000;

/** A member's calendar address, derived as a magic link is (product.md, section 3, "Secret addresses"). */
export function feedUid(
  secrets: Pick<Secrets, 'derive'>,
  of: { readonly memberId: string; readonly generation: number },
): string {
  return `f${base32(secrets.derive('feed', `feed:${of.memberId}:${of.generation}`))}`;
}

/**
 * The member's feed of the board. Reading never makes one: it exists from the moment in which somebody becomes an active
 * member. Null, with a line in the log, for the one whom `makeMissingFeeds` has yet to find.
 */
export async function ownFeed(scope: BoardScope, context: Context): Promise<CalendarFeed | null> {
  const generation = await generationOf(scope);
  if (generation !== null) return presentFeed(scope, context, generation);
  context.log.warn({ board: scope.board.id, member: scope.member.id }, 'a member has no calendar feed');
  return null;
}

/** For whoever becomes an active member. Who comes back keeps the feed that was renewed when they left. */
export async function makeFeed(scope: BoardScope | BoardJobScope, secrets: Secrets, memberId: string): Promise<void> {
  await insertFeeds(scope, secrets, [memberId]);
}

/**
 * Gives a feed to every active member who has none: members from before feeds were made on joining. It runs at each start,
 * before anything is served, and every hour; not in a migration, because an address is derived from SECRET_KEY, which SQL does not
 * know. Doing it again, or on two servers at once, changes nothing.
 */
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

/** Another address: what was told of the old one ends. */
export async function renewFeed(scope: BoardScope, context: Context): Promise<CalendarFeed> {
  const generation = ((await generationOf(scope, { lock: true })) ?? 0) + 1;
  await writeGeneration(scope, context.secrets, generation);
  await audit(scope, { action: 'feed.renewed', subjectKind: 'member', subjectId: scope.member.id });
  return presentFeed(scope, context, generation);
}

/** The address of a member who has left the board ends, so that another is theirs if they come back. */
async function endFeed(scope: BoardScope, secrets: Secrets, memberId: string): Promise<void> {
  const { tx, board } = scope;
  const kept = await tx
    .selectFrom('calendar_feeds')
    .select('generation')
    .where('board_id', '=', board.id)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  if (!kept) return;
  const generation = kept.generation + 1;
  await tx
    .updateTable('calendar_feeds')
    .set({ generation, uid_hash: hashToken(feedUid(secrets, { memberId, generation })) })
    .where('board_id', '=', board.id)
    .where('member_id', '=', memberId)
    .execute();
}

/** Who joins has a calendar feed from then on; who leaves loses its address. */
export const feedMembershipChange: MembershipChange = {
  joined: (scope, secrets, { memberId }) => makeFeed(scope, secrets, memberId),
  left: (scope, secrets, { memberId }) => endFeed(scope, secrets, memberId),
};

/** Every published meeting to which the holder of an address is invited and that is still for them; 404 for an address that tells nothing (any more). */
export async function openFeed(context: Context, file: string): Promise<FileAnswer> {
  const uid = file.replace(/\.ics$/, '');
  const found = await sql<{ board_id: string; user_id: string }>`
    select board_id, user_id from gate.find_feed(${hashToken(uid)})
  `.execute(context.db);
  const [feed] = found.rows;
  if (!feed) throw notFound();
  const who = { boardId: feed.board_id, userId: feed.user_id, via: { kind: 'feed' } as const };
  return withBoardScope(context, who, async (scope) => {
    const listed = await listInvitedMeetings(scope);
    // An address is no login either: what the board keeps from its links, it keeps from its feeds.
    const meetings = canReadByLink(scope) ? listed : listed.map((meeting) => ({ ...meeting, description: '' }));
    const text = calendarFeed({
      name: scope.board.title,
      meetings,
      timeZone: scope.board.timeZone,
      baseUrl: baseUrlOf(context.config, scope.board.shortname),
      host: new URL(context.config.appUrl).hostname,
      now: scope.now,
    });
    return {
      kind: 'text',
      text,
      etag: `"${createHash('sha256').update(text).digest('base64url')}"`,
      headers: {
        'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
        // Kept by whoever asks, never by what stands between; asked again each time.
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      },
    };
  });
}

async function listInvitedMeetings(scope: BoardScope) {
  return (
    scope.tx
      .selectFrom('meetings as meeting')
      .innerJoin('invitees as own', (join) =>
        join
          .onRef('own.board_id', '=', 'meeting.board_id')
          .onRef('own.meeting_id', '=', 'meeting.id')
          .on('own.member_id', '=', scope.member.id),
      )
      .select([
        'meeting.id',
        'meeting.title',
        sql<'published' | 'cancelled'>`meeting.state`.as('state'),
        'meeting.starts_at',
        'meeting.ends_at',
        'meeting.location',
        'meeting.join_url',
        'meeting.description',
        'meeting.sequence',
        'meeting.created_at',
        'meeting.updated_at',
      ])
      .where('meeting.board_id', '=', scope.board.id)
      .where('meeting.deleted_at', 'is', null)
      // The row of one who left the audience after the meeting was over is a record.
      .where(inAudience(scope, sql.ref('meeting.audience_id'), sql.ref('own.member_id')))
      .where('meeting.state', 'in', ['published', 'cancelled'])
      // One that was called off before it had its date was never in a calendar.
      .where('meeting.finds_date', '=', false)
      .$narrowType<{ starts_at: Date; ends_at: Date }>()
      .orderBy('meeting.starts_at', 'desc')
      .orderBy('meeting.id')
      .limit(feedMeetingsMax)
      .execute()
  );
}

async function generationOf(scope: BoardScope, options: { readonly lock?: true } = {}): Promise<number | null> {
  const row = await scope.tx
    .selectFrom('calendar_feeds')
    .select('generation')
    .where('board_id', '=', scope.board.id)
    .where('member_id', '=', scope.member.id)
    .$if(options.lock === true, (query) => query.forUpdate())
    .executeTakeFirst();
  return row?.generation ?? null;
}

async function writeGeneration(scope: BoardScope, secrets: Secrets, generation: number): Promise<void> {
  const { tx, board, member, now } = scope;
  const uid_hash = hashToken(feedUid(secrets, { memberId: member.id, generation }));
  await tx
    .insertInto('calendar_feeds')
    .values({ board_id: board.id, member_id: member.id, generation, uid_hash, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['board_id', 'member_id'])
        .doUpdateSet({ generation, uid_hash, created_at: now })
        // An address that was renewed meanwhile is not taken back.
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
    .onConflict((conflict) => conflict.columns(['board_id', 'member_id']).doNothing())
    .execute();
}

function presentFeed(scope: BoardScope, context: Context, generation: number): CalendarFeed {
  const uid = feedUid(context.secrets, { memberId: scope.member.id, generation });
  const base = baseUrlOf(context.config, scope.board.shortname);
  return { board_id: scope.board.id, title: scope.board.title, address: `${base}/feed/${uid}.ics` };
}
