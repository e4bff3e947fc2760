import type { Settings, Start, User } from '#contract/start.ts';
import { zoneRulesOf } from '#domain/clock-changes.ts';
import { fullName } from '#domain/identity.ts';
import type { Context } from '#server/context.ts';
import type { UserBoard } from '#server/features/core/boards/queries.ts';
import type { Session } from '#server/http/session.ts';
import { shownEmail } from '#server/shown-email.ts';
import { version } from '#server/version.ts';
import type { BoardStart } from './queries.ts';

export function presentFace(
  context: Pick<Context, 'config'>,
  page: { readonly face: Start['face']; readonly magicUid: string | null } | null,
): Start {
  return {
    settings: presentSettings(context),
    user: null,
    boards: [],
    current_board_id: null,
    zone_rules: [],
    face: page?.face ?? null,
    magic_item: page?.magicUid ? { magicUid: page.magicUid } : null,
    recent_documents: [],
  };
}

export function presentStart(
  context: Pick<Context, 'config'>,
  who: {
    readonly session: Session;
    readonly boards: readonly UserBoard[];
    readonly current: UserBoard | null;
    readonly inside: BoardStart;
    readonly now: Date;
  },
): Start {
  const { session, boards, current, inside, now } = who;
  const currentId = current?.board.board_info.board_id ?? null;
  return {
    settings: presentSettings(context),
    user: presentUser(session, current, inside),
    boards: boards.map(({ board }) =>
      board.board_info.board_id === currentId ? { ...board, groups: [...inside.groups] } : board,
    ),
    current_board_id: currentId,
    zone_rules: [...new Set(boards.map(({ board }) => board.time_zone))].map((zone) => zoneRulesOf(zone, now)),
    face: null,
    magic_item: null,
    recent_documents: [...inside.recentDocuments],
  };
}

function presentUser(session: Session, current: UserBoard | null, { memberships, office }: BoardStart): User {
  return {
    id: session.userId,
    first_name: session.firstName,
    last_name: session.lastName,
    name: fullName({ first_name: session.firstName, last_name: session.lastName }),
    email: shownEmail(session.email),
    slug: current?.slug ?? null,
    img_url: session.imgUrl,
    theme: session.theme,
    viewer_size: session.viewerSize,
    is_site_admin: session.isSiteAdmin,
    boardInfo: current ? { member_id: current.memberId, is_board_admin: current.isBoardAdmin, status: 'active' } : null,
    office,
    boardMemberStatus: current ? 'active' : null,
    groupMemberships: memberships.map((group) => ({
      id: group.id,
      group_info: { is_group_admin: group.isGroupAdmin },
    })),
  };
}

function presentSettings(context: Pick<Context, 'config'>): Settings {
  const { config } = context;
  return {
    app_name: config.appName,
    version,
    upload_types: [...config.uploadTypes],
    upload_bytes_max: config.uploadBytesMax,
    attendance_opens_minutes_before: config.attendanceOpensMinutesBefore,
    edits_close_minutes_after: config.editsCloseMinutesAfter,
    viewer_engine: config.viewerEngine,
    viewer_license: config.viewerLicense,
    calendar_subscription_url: '/meetings/genericsubscribetocalendar',
    password_reset_url: config.links.passwordReset ?? '/forgot-password',
    terms_url: config.links.terms ?? '/terms',
    privacy_url: config.links.privacy ?? '/privacy',
    plans_url: config.links.plans,
    contact_url: config.links.contact,
    help_url: config.links.help ?? '/help',
    support_chat: config.links.supportChat !== null,
    demo: config.mode === 'demo',
  };
}
