import type { BoardFrom } from '#contract/endpoint.ts';
import type { PaperSize, Watermark } from '#domain/board-settings.ts';
import type { DateStyle } from '#domain/dates.ts';
import { AppError, type ErrorCode } from '#server/errors.ts';
import { hashToken } from '#server/secrets.ts';
import type { FlightStatement } from './flight-messages.ts';
import { nameOfCompiled } from './statement-names.ts';

export interface BoardEntry {
  /** Later transactions use the id, because the token may have been renewed. */
  readonly session: { readonly token: string } | { readonly id: string };
  readonly access: 'member' | 'board-admin';
  /** If the id is null, the session's board is used. */
  readonly board: { readonly from: Exclude<BoardFrom, 'query'>; readonly id: string | null };
  readonly now: Date;
}

export type MagicLinks = 'full' | 'answer' | 'off';

export interface BoardRow {
  readonly board_id: string;
  readonly title: string;
  readonly shortname: string;
  readonly primary_color: string;
  readonly logo_url: string | null;
  readonly time_zone: string;
  readonly date_style: DateStyle;
  readonly paper_size: PaperSize;
  readonly watermark: Watermark;
  readonly people_hidden: boolean;
  readonly magic_links: MagicLinks;
}

export interface ReaderRow extends BoardRow {
  readonly member_id: string;
  readonly user_id: string;
  readonly slug: string;
  readonly is_board_admin: boolean;
  readonly groups: readonly { readonly id: string; readonly is_group_admin: boolean }[];
}

export interface EntryRow extends ReaderRow {
  readonly session_id: string;
  readonly is_use_due: boolean;
}

const boardFrom = { header: 'board', 'meeting-id': 'meeting', 'document-id': 'document' } as const;

export function entryQuery({ session, access, board, now }: BoardEntry) {
  const [hash, id] = 'token' in session ? [hashToken(session.token), null] : [null, session.id];
  return {
    name: nameOfCompiled(entryText),
    text: entryText,
    values: [hash, id, now, access, boardFrom[board.from], board.id],
  } satisfies FlightStatement;
}

const entryText = 'select gate.enter($1, $2::uuid, $3, $4, $5, $6::uuid) as entered';

export interface MemberEntryRow extends Omit<ReaderRow, 'user_id'> {
  readonly suspended: boolean;
  readonly two_factor_missing: boolean;
  readonly provider_missing: boolean;
}

export const memberEntryQuery = (who: {
  readonly boardId: string;
  readonly userId: string;
  readonly isSignedIn: boolean;
  readonly sessionId: string | null;
}) =>
  ({
    name: nameOfCompiled(memberEntryText),
    text: memberEntryText,
    values: [who.boardId, who.userId, who.isSignedIn, who.sessionId],
  }) satisfies FlightStatement;

const memberEntryText = `
  select board_id, title, shortname, primary_color, logo_url, time_zone, date_style, paper_size, watermark, people_hidden, suspended, magic_links, two_factor_missing,
    provider_missing, member_id, slug, is_board_admin, groups
  from enter_board($1::uuid, $2::uuid, $3, $4::uuid)`;

/** `finder` is an SQL function that returns the columns `board_id` and `user_id`. */
export const addressEntryQuery = ({
  finder,
  values,
}: {
  readonly finder: string;
  readonly values: readonly unknown[];
}) =>
  ({
    name: `dais_enter_by_${finder}`,
    text: `select entered.board_id, entered.title, entered.shortname, entered.primary_color, entered.logo_url, entered.time_zone, entered.date_style, entered.paper_size, entered.watermark, entered.people_hidden,
      entered.suspended, entered.magic_links, entered.two_factor_missing, entered.provider_missing, entered.member_id, entered.slug, entered.is_board_admin, entered.groups,
      holder.user_id
    from gate.${finder}(${values.map((_, nth) => `$${nth + 1}`).join(', ')}) holder
    cross join lateral enter_board(holder.board_id, holder.user_id, false, null) entered`,
    values: [...values],
  }) satisfies FlightStatement;

const refusals: Readonly<Record<string, ErrorCode>> = {
  DA419: 'session-expired',
  DA404: 'not-found',
  DA2FA: 'two-factor-missing',
  DAPRO: 'provider-missing',
  DA403: 'forbidden',
};

export class EntryRefused extends AppError {
  readonly userId: string | null;

  constructor(code: ErrorCode, userId: string | null) {
    super(code);
    this.userId = userId;
  }
}

export function refusalOf(error: unknown): EntryRefused | null {
  if (!isFromServer(error)) return null;
  const code = refusals[error.code];
  return code === undefined ? null : new EntryRefused(code, error.detail ?? null);
}

/**
 * Returns an `unavailable` error if PostgreSQL cancelled a slow statement (query_canceled), and null for any other
 * failure.
 */
export function timeoutOf(error: unknown): AppError | null {
  if (!isFromServer(error) || error.code !== '57014') return null;
  return new AppError('unavailable', 'a statement took too long', {}, { cause: error });
}

/** Errors that PostgreSQL itself reports have a SQLSTATE. Connection errors have other codes. */
export function isFromServer(error: unknown): error is Error & { readonly code: string; readonly detail?: string } {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}
