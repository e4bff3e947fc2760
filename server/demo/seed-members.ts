import type { SavedField } from '#contract/profile.ts';
import { bodyDefaults } from '#domain/deciding.ts';
import type { Context } from '#server/context.ts';
import { deleteRows, selectRows, updateRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { invitePerson } from '#server/features/access/invitations/commands.ts';
import { redeemInvitation } from '#server/features/access/invitations/redeeming/commands.ts';
import { saveSettings } from '#server/features/deciding/deciding/commands.ts';
import { confirm, declare, reword } from '#server/features/deciding/interests/commands.ts';
import { interestPage, wordingsOfInterest } from '#server/features/deciding/interests/queries.ts';
import { createGroup } from '#server/features/members/groups/commands.ts';
import { keepValues, saveFields } from '#server/features/members/profile/commands.ts';
import { listAllFields } from '#server/features/members/profile/queries.ts';
import { type DemoPerson, demoPassword, invitedTrustee, keyOf, lapsedTrustee } from './people.ts';
import { type Act, asMember, memberOf, type Stage, withClockAt } from './seeding.ts';

type DemoField = Pick<SavedField, 'name' | 'kind'> & Partial<SavedField>;

export interface DemoProfiles extends Act {
  readonly fields: readonly DemoField[];
  readonly adminFields: readonly DemoField[];
  /** Keyed by person and then by field name. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export async function seedProfiles(stage: Stage, given: DemoProfiles): Promise<void> {
  const whole = (field: DemoField): SavedField => ({
    id: null,
    required: false,
    visibility: 'everyone',
    options: [],
    ...field,
  });
  await asMember(stage, given, async (scope) => {
    const kept = (await listAllFields(scope)).map(({ filled_by: _, retired_at: __, ...row }) => ({
      ...row,
      options: [...row.options],
    }));
    await saveFields(scope, {
      member: given.fields.map(whole),
      admin: [...kept, ...given.adminFields.map(whole)],
    });
  });
  for (const [name, values] of Object.entries(given.values))
    await seedValues(stage, given, { memberId: memberOf(stage, name).memberId, values });
}

function seedValues(
  stage: Stage,
  act: Act,
  { memberId, values }: { readonly memberId: string; readonly values: Readonly<Record<string, string>> },
): Promise<unknown> {
  return asMember(stage, act, async (scope) => {
    const ids = new Map((await listAllFields(scope)).map((field) => [field.name, field.id]));
    const byId = Object.entries(values).map(([name, value]) => [ids.get(name) ?? name, value]);
    await keepValues(scope, { memberId, values: Object.fromEntries(byId), complete: [] });
  });
}

export interface DemoInterests extends Act {
  readonly declared: readonly {
    readonly organisation: string;
    readonly nature: string;
    readonly since: string;
    readonly until?: string;
  }[];
  readonly isConfirmed: boolean;
}

export const seedInterests = (stage: Stage, given: DemoInterests): Promise<void> =>
  asMember(stage, given, async (scope) => {
    for (const { until, ...wording } of given.declared) {
      const id = await declare(scope, scope.member.id, wording);
      if (until === undefined) continue;
      const interest = await interestPage.run(scope.tx, { id }, scope.now);
      if (interest === null) throw notFound();
      const wordings = await wordingsOfInterest.run(scope.tx, { id }, scope.now);
      await reword(scope, { interest, wordings }, { until, revision: 1 });
    }
    if (given.isConfirmed) await confirm(scope);
  });

export interface DemoGroup extends Act {
  readonly name: string;
  readonly description: string;
  readonly members: readonly string[];
  readonly admins: readonly string[];
}

export async function seedGroup(stage: Stage, given: DemoGroup): Promise<void> {
  const { name, description } = given;
  const members = [...given.members, ...given.admins].map((each) => ({
    member_id: memberOf(stage, each).memberId,
    is_group_admin: given.admins.includes(each),
  }));
  await asMember(stage, given, (scope) => createGroup(scope, stage.context.secrets, { name, description, members }));
}

export interface DemoVoters extends Act {
  readonly chair: string;
  readonly secretary: string | null;
  readonly writtenNeeds: 'all' | 'majority';
}

export const seedVoters = (stage: Stage, given: DemoVoters): Promise<void> =>
  asMember(stage, given, (scope) => {
    const chair_id = memberOf(stage, given.chair).memberId;
    const secretary_id = given.secretary === null ? null : memberOf(stage, given.secretary).memberId;
    const bodies = [{ id: stage.boardId, ...bodyDefaults, chair_id, secretary_id }];
    return saveSettings(scope, { revision: 0, confirmed: true, written_needs: given.writtenNeeds, bodies });
  });

export async function seedMember(
  stage: Stage,
  act: Act,
  { person, account }: { readonly person: DemoPerson; readonly account: 'new' | 'existing' },
): Promise<void> {
  const { memberId, token } = await invite(stage, act, person);
  const redeemed = await redeemInvitation(
    withClockAt(stage.context, new Date(act.at.getTime() + 3_600_000)),
    { ip: '127.0.0.1', device: undefined },
    {
      invitation_id: token,
      mode: account === 'new' ? 'createAccount' : 'login',
      email: person.email,
      password: demoPassword,
      password_confirmation: account === 'new' ? demoPassword : '',
    },
  );
  stage.people.set(keyOf(person), { userId: redeemed.userId, memberId });
}

export interface DemoInvitation extends Act {
  readonly person: string;
  readonly values: Readonly<Record<string, string>>;
  /** Whether the invitation was sent so long ago that it has expired. */
  readonly isExpired?: boolean;
}

export async function seedInvitation(stage: Stage, given: DemoInvitation): Promise<void> {
  const person = [lapsedTrustee, invitedTrustee].find((each) => keyOf(each) === given.person);
  if (!person) throw new Error(`Nobody named ${given.person} is invited.`);
  const { memberId } = await invite(stage, given, person);
  await seedValues(stage, { by: given.by, at: stage.today }, { memberId, values: given.values });
  if (!given.isExpired) return;
  await asMember(stage, given, ({ tx, board, now }) =>
    updateRows({ tx, board }, 'mail_messages', { member_id: memberId }).set({ sent_at: now, sealed: null }).execute(),
  );
}

const invite = (stage: Stage, act: Act, person: DemoPerson) =>
  asMember(stage, act, async (scope) => {
    const memberId = await invitePerson(scope, stage.context.secrets, person);
    return { memberId, token: await tokenInTheMail(scope, stage.context, memberId) };
  });

async function tokenInTheMail(scope: BoardScope, context: Context, memberId: string): Promise<string> {
  const mail = await selectRows(scope, 'mail_messages', { member_id: memberId, kind: 'invitation' })
    .select('sealed')
    .executeTakeFirstOrThrow();
  if (mail.sealed === null) throw new Error('The invitation has no token.');
  const { token } = JSON.parse(context.secrets.unseal('mail', mail.sealed)) as { readonly token: string };
  return token;
}

export const forgetWaitingMail = (stage: Stage, act: Act): Promise<unknown> =>
  asMember(stage, act, (scope) => deleteRows(scope, 'mail_messages', { sent_at: null }).execute());
