import type { Context } from '#server/context.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import {
  extendLease,
  type LeasedMail,
  type LeasedUserMail,
  leaseMail,
  leaseUserMail,
  recordEnd,
  type SendingAttempt,
} from './leases/commands.ts';
import { deliver, noLongerNeeded, type WrittenMail } from './mail.ts';
import type { MailKind, OutsiderMailKind, UserMailKind } from './ports.ts';
import { isMuted, listLostMail } from './queries.ts';
import { unsubscribing } from './unsubscribing.ts';

const leaseExtendedMs = 3_000;
const waitedMsMin = 3_600_000;

/** Marks messages as failed if their job was lost, for example in a crash during the last attempt. */
export function giveUpMailJob(context: Context): JobHandler {
  return {
    name: 'give-up-mail',
    schedule: '20 * * * *',
    async handle() {
      const before = new Date(context.clock.now().getTime() - waitedMsMin);
      for (const mail of await listLostMail(context, before)) {
        const reason = mail.last_error ?? 'The last attempt was interrupted.';
        const sending = { boardId: mail.board_id, mailId: mail.id, attempt: mail.attempts };
        await recordEnd(context, sending, { kind: 'never', reason });
      }
    },
  };
}

/** Uses separate transactions, so that a slow mail server does not tie up a database connection. */
export function sendMailJob(context: Context, kinds: readonly (MailKind | OutsiderMailKind)[]): JobHandler {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  return {
    name: 'send-mail',
    async handle({ board_id: boardId = '', mail_id: mailId = '' }, { isLast }) {
      const leased = await withBoardJobScope(context, boardId, (scope) => leaseMail(scope, mailId));
      if (!leased) return;
      await send(context, {
        sending: { boardId, mailId, attempt: leased.attempts },
        write: async () =>
          (await withBoardJobScope(context, boardId, (scope) => write(context, scope, { byName, leased }))) ??
          noLongerNeeded,
        isLast,
      });
    },
  };
}

export function sendUserMailJob(context: Context, kinds: readonly UserMailKind[]): JobHandler {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  return {
    name: 'send-user-mail',
    async handle({ mail_id: mailId = '' }, { isLast }) {
      const leased = await leaseUserMail(context, mailId);
      if (!leased) return;
      await send(context, {
        sending: { boardId: null, mailId, attempt: leased.attempts },
        write: async () => writeUserMail(context, byName, leased),
        isLast,
      });
    },
  };
}

async function send(
  context: Context,
  given: { readonly sending: SendingAttempt; readonly write: () => Promise<WrittenMail>; readonly isLast: boolean },
): Promise<void> {
  const { sending, write, isLast } = given;
  const timer = setInterval(() => {
    extendLease(context, sending).catch((error: unknown) =>
      context.log.warn({ err: error }, 'the lease of a message could not be renewed'),
    );
  }, leaseExtendedMs);
  const { end, error } = await deliver(context, { mailId: sending.mailId, write, isLast }).finally(() =>
    clearInterval(timer),
  );
  await recordEnd(context, sending, end);
  if (end.kind === 'later') throw error;
}

async function write(
  context: Context,
  scope: BoardJobScope,
  given: { readonly byName: ReadonlyMap<string, MailKind | OutsiderMailKind>; readonly leased: LeasedMail },
): Promise<WrittenMail> {
  const { byName, leased } = given;
  const { member_id: memberId, subject_id: subjectId, queued_at: queuedAt } = leased;
  if (subjectId === null) return noLongerNeeded;
  const kind = kindOf(byName, leased);
  const { board } = scope;
  if (kind.choice === 'outsider') {
    const content = await kind.write(scope, context, { subjectId, queuedAt });
    return content === null ? noLongerNeeded : { kind: 'written', board, content, unsubscribe: null };
  }
  if (memberId === null) return noLongerNeeded;
  const { choice } = kind;
  if (choice !== 'required' && (await isMuted(scope, { memberId, choice })))
    return { kind: 'dropped', reason: 'switched off by the member' };
  const content = await kind.write(scope, context, { memberId, subjectId, sealed: unsealed(context, leased) });
  if (content === null) return noLongerNeeded;
  const unsubscribe = choice === 'required' ? null : unsubscribing(context, board, { memberId, choice });
  return { kind: 'written', board, content, unsubscribe };
}

function writeUserMail(
  context: Context,
  byName: ReadonlyMap<string, UserMailKind>,
  leased: LeasedUserMail,
): WrittenMail {
  const content = kindOf(byName, leased).write(context, {
    user: { email: leased.email, firstName: leased.first_name, lastName: leased.last_name },
    isDisabled: leased.is_disabled,
    sealed: unsealed(context, leased),
  });
  return content === null ? noLongerNeeded : { kind: 'written', board: null, content, unsubscribe: null };
}

function kindOf<Kind>(byName: ReadonlyMap<string, Kind>, { kind: name }: { readonly kind: string }): Kind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`There is no template for mail of the kind ${name}.`);
  return kind;
}

const unsealed = (context: Context, { sealed }: { readonly sealed: Buffer | null }): Record<string, string> =>
  sealed ? (JSON.parse(context.secrets.unseal('mail', sealed)) as Record<string, string>) : {};
