import type { Choice } from './choose.ts';
import type { Mutant } from './mutant.ts';

/** A mutant that answers nobody anything else, by its name or, where many are alike, by what all their names match. */
interface Equivalent {
  readonly name: string | RegExp;
  readonly reason: string;
}

const equivalents: readonly Equivalent[] = [
  {
    name: /^server\/features\/(announcements|meetings)\/policy\.ts: via\.kind !== '[a-z-]+' \|\| .+ → without its left side$/,
    reason: 'no other address has that id, so that it never equals one; it would not compile either',
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
    name: 'users.self: with check → true',
    reason:
      'the serving role has no right to make users or to change their id, so that a row never stops being one’s own',
  },
  {
    name: /^gate\.(find_feed|find_magic_link|due_reminders|list_mail|muted_mail_of): \w+\.board_id = \w+\.board_id → true/,
    reason: 'beside it stands an id, whose foreign key includes the board: rows of two boards never meet there',
  },
  {
    name: /^people\.(setAdmin|setGroups|setStatus|remove): access board-admin → member$/,
    reason: 'the command asks again for a board admin, under the lock that another may have taken the right away in',
  },
  {
    name: /^server\/http\/adapter\.ts: endpoint\.method === 'HEAD' → /,
    reason: 'it decides only what the description of the calls lists',
  },
  {
    name: 'server/http/rate-limits.ts: mapped?.[1] → true',
    reason: 'it would not compile: where nothing matched there is nothing to answer',
  },
  {
    name: 'server/http/csrf.ts: !URL.canParse(origin) → false',
    reason: 'what cannot be read as an address is refused all the same, by the failure to read it',
  },
  {
    name: 'site.setSiteAdmin: access site-admin → signed-in',
    reason: 'the gate’s function asks for a site admin itself, and refuses in the same words',
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
