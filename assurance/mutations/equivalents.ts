import type { Mutant } from './mutant.ts';

/**
 * Mutants that change no response. Each entry is a reason, followed by names of mutants or, between slashes, patterns
 * of names.
 */
const table = String.raw`
No other kind of address has this id, so the comparison fails anyway. It would not compile either.
  /\/(announcement|meeting|action-item)\/visibility\.ts: via\.kind !== '[a-z-]+' \|\| .+ → without its left side$/
It would not compile, because the value may be missing or of another kind.
  /: scope\.via\.kind !== 'magic[a-z-]*' → not refused for /
  /server\/http\/(adapter|read-route)\.ts: error instanceof EntryRefused && .+ → without its left side/
  /server\/http\/session\.ts: proof\.kind === '\w+' → true/
  /\/(motions\/motion|room\/state)\/commands\.ts: .+ → not refused for !hasRoom\(page\)/
  server/http/adapter.ts: 'flight' in route → true
  server/http/read-route.ts: flight.more && { ...flight.more, statements: readsOf(context, flight.more.reads) } → without its left side
  server/features/deciding/meeting-minutes/present.ts: isWithheld(part) → not refused for isWithheld(part)
  server/features/deciding/room/routes.ts: !canSeeRoom(scope, page) → not refused for !canSeeRoom(scope, page)
  server/features/homes/library/tree/commands.ts: !isLibraryInput(input) → not refused for !isLibraryInput(input)
  server/features/deciding/meeting-minutes/minutes/policy.ts: minutes.state === 'circulated' && minutes.comments_until !== null → without its right side
  server/features/deciding/room/state/policy.ts: adjournedAt !== null && person.answered_at !== null → without its right side
  server/features/papers/documents/openings/policy.ts: part !== 'unsatisfiable' && part.start === 0 → without its left side
The conditions before it let only paths with one slash through, which cannot name a host.
  domain/paths.ts: url.host !== 'own' || url.pathname.startsWith('//') → without its left side
The serving role may not insert or update these rows, so they are never checked.
  former_shortnames.same_board: with check → true
  sessions.own: with check → true
The serving role may neither insert these rows nor change their owner.
  devices.own: with check → true
  users.self: with check → true
The foreign key of an id in the same condition includes the board.
  /^gate\.(enter|find_feed|find_magic_link|due_reminders|list_mail|muted_mail_of): \w+\.board_id = \w+\.board_id → true/
  /^gate\.(action_reminders_due: other|action_reports_due: r|find_action_link: [mt]|index_document: v)\.board_id = \w+\.board_id → true/
  /^gate\.(index_pages: (v|later)|members_without_feed: f|minutes_comments_due: t|name_audiences: [gm])\.board_id = \w+\.board_id → true/
  gate.search_meetings: h.board_id = public.current_board_id() → true
The command checks again for a board admin, under the lock.
  /^people\.(setAdmin|setGroups|setStatus|remove): access board-admin → member$/
The gate function checks for a site admin itself and gives the same answer.
  /^(site\.setSiteAdmin|providers\.(add|switch|remove)): access site-admin → signed-in$/
A read with a body is always checked for forgery (server/http/request-steps.ts).
  search.find: no forgery check
A policy prevents the gate from writing messages of a board.
  /^gate\.(extend_user_mail_lease|note_user_mail|lease_user_mail): (m\.)?board_id is null → true$/
Every text contains the empty text.
  /^gate\.(site_boards|site_users): find = '' → false$/
A constraint of the table implies it.
  gate.site_boards: m.removed_at is null → true
Only another site admin or the user acts here, and calls without a change have been answered before.
  /^gate\.set_user_access: (before\.is_site_admin|before\.disabled_at is null|\(is_disabled or not is_admin\)) → true$/
The address of an account takes precedence over that of an invitation.
  gate.list_mail: member.user_id is null → true
It only clears rows without a secret, and this row has just received one.
  gate.open_password_reset: owner is null → true
A user has at most one change, and a secret belongs to one row.
  /^gate\.(confirm_email_change: c\.(user_id = owner → true|token_hash = wanted_hash → true \(2\))|use_password_reset: r\.user_id = owner → true)$/
No row matches an empty list or a missing id.
  gate.note_device: beyond is not null → true
  gate.start_session: with_connection is not null → true
A new job has no attempts, so it is only notified once more.
  gate.add_job: used > 0 → true
The caller holds the lock of all site admins, and the update locks the row itself.
  gate.set_user_access: u.id = wanted → false
Outside of boards row-level security shows users only their own row.
  /\/account\/queries\.ts: .+ → without where\('id', '=', scope\.userId\)$/
The policy shows no draft through a link. It would not compile either, because a draft may have no dates.
  /\/magic\/queries\.ts: .+ → not refused for meeting\.state === 'draft'$/
The same is checked again under the lock.
  server/features/papers/documents/queries.ts: authorize(canEditHome(scope, home)) → not asked
It only saves rows; another condition decides.
  gate.action_reminders_due: i.due_on <= today.day + 60 → true
  /^gate\.action_reports_due: t\.starts_at (> seen_at|< seen_at \+ interval '3 days') → true$/
  /^gate\.similar_words: count\(\*\) \+ 0\.01 >= .+ → true$/
The words of a missing row are null.
  /^gate\.keep_vocabulary: tg_op = '(INSERT' → false|DELETE' → false \(2\))$/
`;

let reason = '';
const equivalents = table.split('\n').flatMap((line) => {
  if (!line.startsWith('  ')) {
    reason = line;
    return [];
  }
  const text = line.trim();
  const pattern = text.startsWith('/') ? new RegExp(text.slice(1, -1)) : null;
  return [{ text, reason, isMeant: ({ name }: Mutant) => pattern?.test(name) ?? name === text }];
});

export const reasonOf = (mutant: Mutant): string | null =>
  equivalents.find(({ isMeant }) => isMeant(mutant))?.reason ?? null;

export const outdatedEquivalents = (mutants: readonly Mutant[]): readonly string[] =>
  equivalents.filter(({ isMeant }) => !mutants.some(isMeant)).map(({ text }) => text);
