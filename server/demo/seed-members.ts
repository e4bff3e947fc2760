import type { SavedField } from '#contract/profile.ts';
import { bodyDefaults } from '#domain/deciding.ts';
import { notFound } from '#server/errors.ts';
import { saveSettings } from '#server/features/deciding/deciding/commands.ts';
import { confirm, declare, reword } from '#server/features/deciding/interests/commands.ts';
import { interestPage, wordingsOfInterest } from '#server/features/deciding/interests/queries.ts';
import { createGroup } from '#server/features/members/groups/commands.ts';
import { keepValues, saveFields } from '#server/features/members/profile/commands.ts';
import { listAllFields } from '#server/features/members/profile/queries.ts';
import { type Act, asMember, memberOf, type Stage } from './seeding.ts';

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

export function seedValues(
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
