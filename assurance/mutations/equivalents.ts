import type { Choice, Mutant } from './mutant.ts';

/** A mutant that answers nobody anything else, by its name or, where many are alike, by what all their names match. */
interface Equivalent {
  readonly name: string | RegExp;
  readonly reason: string;
}

const equivalents: readonly Equivalent[] = [
  {
    name: /\/(announcements|meetings|action-items)\/base\/visibility\.ts: via\.kind !== '[a-z-]+' \|\| .+ → without its left side$/,
    reason: 'no other address has that id, so that it never equals one; it would not compile either',
  },
  {
    name: 'server/features/deciding/room/base/policy.ts: kept !== null || body === null → without its right side',
    reason: 'it would not compile: without a body there is nothing to read the rule from',
  },
  {
    name: 'former_shortnames.same_board: with check → true',
    reason: 'the serving role may only read the table, so that no row is ever checked',
  },
  {
    name: 'sessions.own: with check → true',
    reason: 'the serving role may only read and delete sessions, so that no row is ever checked',
  },
  {
    name: 'devices.own: with check → true',
    reason: 'the serving role has no right to make devices or to change whose they are',
  },
  {
    name: 'users.self: with check → true',
    reason:
      'the serving role has no right to make users or to change their id, so that a row never stops being one’s own',
  },
  {
    name: /^gate\.(enter|find_feed|find_magic_link|due_reminders|list_mail|muted_mail_of): \w+\.board_id = \w+\.board_id → true/,
    reason: 'beside it stands an id, whose foreign key includes the board: rows of two boards never meet there',
  },
  {
    name: /^gate\.(action_reminders_due: other|action_reports_due: r|find_action_link: [mt]|index_document: v|index_pages: (v|later)|members_without_feed: f|minutes_comments_due: t|name_audiences: [gm]|written_resolutions_due: (gm|n|v))\.board_id = \w+\.board_id → true/,
    reason: 'the same: the member, meeting, document, version, audience or resolution beside it is of one board',
  },
  {
    name: 'gate.search_meetings: h.board_id = public.current_board_id() → true',
    reason: 'the member beside it is of one board, and a foreign key keeps what is withheld from them on it',
  },
  {
    name: /^people\.(setAdmin|setGroups|setStatus|remove): access board-admin → member$/,
    reason: 'the command asks again for a board admin, under the lock that another may have taken the right away in',
  },
  {
    name: 'search.find: no forgery check',
    reason: 'a read that is sent is checked for forgery whatever its endpoint says (server/http/read-route.ts)',
  },
  {
    name: /^server\/http\/adapter\.ts: endpoint\.method === 'HEAD' → /,
    reason: 'it decides only what the description of the calls lists',
  },
  {
    name: 'server/http/adapter.ts: changes → true',
    reason: 'who only reads would be asked twice in a row, and answered alike',
  },
  {
    name: 'server/http/rate-limits.ts: mapped?.[1] → true',
    reason: 'it would not compile: where nothing matched there is nothing to answer',
  },
  {
    name: /^gate\.(extend_user_mail_lease|note_user_mail|lease_user_mail): (m\.)?board_id is null → true$/,
    reason: 'the gate’s own policy lets it write no message of a board',
  },
  {
    name: /^gate\.(site_boards|site_users): find = '' → false$/,
    reason: 'an empty text stands in every text',
  },
  {
    name: 'gate.site_boards: m.removed_at is null → true',
    reason: 'who is invited is not removed: a constraint of the table',
  },
  {
    name: /^gate\.set_user_access: (before\.is_site_admin|before\.disabled_at is null|\(is_disabled or not is_admin\)) → true$/,
    reason: 'who acts is another site admin, unless they act on themselves; what changes nothing was answered before',
  },
  {
    name: 'gate.list_mail: member.user_id is null → true',
    reason: 'the address of an account comes before that of an invitation',
  },
  {
    name: 'gate.open_password_reset: owner is null → true',
    reason: 'it takes away only what has no secret, and has just been given one',
  },
  {
    name: /^gate\.(confirm_email_change: c\.(user_id = owner → true|token_hash = wanted_hash → true \(2\))|use_password_reset: r\.user_id = owner → true)$/,
    reason: 'a user has one change at most, and a secret stands for one',
  },
  {
    name: 'gate.note_device: beyond is not null → true',
    reason: 'nothing is any of none',
  },
  {
    name: 'gate.start_session: with_connection is not null → true',
    reason: 'no connection has no id: nothing is written, and a provider that is not found counts for nothing',
  },
  {
    name: 'gate.add_job: used > 0 → true',
    reason: 'a job that was just added has used no tries: it is told so once more',
  },
  {
    name: 'gate.set_user_access: u.id = wanted → false',
    reason: 'whoever changes a user’s standing waits for the site admins, and the update takes that row itself',
  },
  {
    name: /\/account\/queries\.ts: .+ → without where\('id', '=', scope\.userId\)$/,
    reason: 'outside of boards row-level security shows a user no row but their own',
  },
  {
    name: /\/(calendar|date-finding|magic)\/routes\.ts: scope\.via\.kind !== '[a-z-]+' → not refused for /,
    reason: 'it would not compile: no other address has the id that is looked for next',
  },
  {
    name: /\/magic\/present\.ts: .+ → not refused for meeting\.state === 'draft'$/,
    reason: 'the policy shows no draft by a link; and it would not compile, since a draft may have no dates',
  },
  {
    name: /^(site\.setSiteAdmin|providers\.(add|switch|remove)): access site-admin → signed-in$/,
    reason: 'the gate’s function asks for a site admin itself, and refuses in the same words',
  },
  {
    name: 'gate.action_reminders_due: i.due_on <= today.day + 60 → true',
    reason: 'it only spares later rows: no board reminds more than 60 days ahead, a constraint of its settings',
  },
  {
    name: /^gate\.action_reports_due: t\.starts_at (> seen_at|< seen_at \+ interval '3 days') → true$/,
    reason: 'it only spares rows, by an index: beside it the day is asked for, which is tomorrow',
  },
  {
    name: 'gate.written_resolutions_due: m.removed_at is null → true',
    reason: 'who is removed is inactive: a constraint of the table',
  },
  {
    name: /^gate\.keep_vocabulary: tg_op = '(INSERT' → false|DELETE' → false \(2\))$/,
    reason: 'the words of a row that was not there before, or is not afterwards, are null, and hold none either',
  },
  {
    name: /^gate\.similar_words: count\(\*\) \+ 0\.01 >= .+ → true$/,
    reason: 'it only spares words: one that is as similar as is asked beside it shares at least as many letters',
  },
];

const isMeant = ({ name }: Equivalent, mutant: Mutant): boolean =>
  typeof name === 'string' ? name === mutant.name : name.test(mutant.name);

export function readEquivalents(): {
  readonly reasonOf: (mutant: Mutant) => string | null;
  /** Entries whose code has changed: nothing has their name any more. Asked of a whole run alone. */
  readonly withoutMutant: (mutants: readonly Mutant[], choice: Choice) => readonly string[];
} {
  return {
    reasonOf: (mutant) => equivalents.find((each) => isMeant(each, mutant))?.reason ?? null,
    withoutMutant: (mutants, { only, match, sample }) =>
      only !== null || match !== null || sample !== null
        ? []
        : equivalents
            .filter((each) => !mutants.some((mutant) => isMeant(each, mutant)))
            .map(({ name }) => String(name)),
  };
}
