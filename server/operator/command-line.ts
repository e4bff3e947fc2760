import { type Operator, resetSecondFactor, sendResetLink, setSiteAdmin, signOut } from './accounts.ts';
import { listBoards, listUsers } from './lists.ts';

export const usage = `npm run admin -- COMMAND

  boards                      all boards, with their admins
  users [WORDS]               all users, or those whose name or address contains the words
  make-site-admin EMAIL       lets somebody manage boards and users
  unmake-site-admin EMAIL     takes that right away; one site admin always remains
  reset-two-factor EMAIL      for somebody who has lost the app and the recovery codes;
                              they can sign in right away, even during the wait after a reset
  send-reset-link EMAIL       sends a link to set a new password
  sign-out EMAIL              signs somebody out everywhere
`;

const acts: Readonly<Record<string, (operator: Operator, email: string) => Promise<string>>> = {
  'make-site-admin': (operator, email) => setSiteAdmin(operator, email, true),
  'unmake-site-admin': (operator, email) => setSiteAdmin(operator, email, false),
  'reset-two-factor': resetSecondFactor,
  'send-reset-link': sendResetLink,
  'sign-out': signOut,
};

export function readCommand(words: readonly string[]): ((operator: Operator) => Promise<string>) | null {
  const [command = '', ...rest] = words;
  if (command === 'boards' && rest.length === 0) return async (operator) => table(await listBoards(operator));
  if (command === 'users') return async (operator) => table(await listUsers(operator, rest.join(' ')));
  const act = Object.hasOwn(acts, command) ? acts[command] : undefined;
  const [email] = rest;
  if (!act || email === undefined || rest.length > 1) return null;
  return (operator) => act(operator, email);
}

function table(rows: readonly object[]): string {
  const [first] = rows;
  if (!first) return 'None.';
  const lines = [Object.keys(first), ...rows.map((row) => Object.values(row).map(printable))];
  const widths = Object.keys(first).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Replaces control characters, because a terminal would interpret them. */
const printable = (value: unknown): string => String(value).replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
