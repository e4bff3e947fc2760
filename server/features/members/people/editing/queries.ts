import type { BoardScope } from '#server/db/board-scope.ts';
import type { StatementResults } from '#server/db/page-statement.ts';
import { boardAdmins, groupsOfPerson, personPage } from '#server/features/members/people/queries.ts';
import { keptFields, keptValuesOfPerson } from '#server/features/members/profile/queries.ts';

export const profileReads = {
  person: personPage,
  fields: keptFields,
  values: keptValuesOfPerson,
  groups: groupsOfPerson,
  admins: boardAdmins,
};

export type ProfilePage = StatementResults<typeof profileReads>;

export async function readProfile({ tx, now }: BoardScope, slug: string): Promise<ProfilePage> {
  return {
    person: await personPage.run(tx, { slug }, now),
    fields: await keptFields.run(tx, {}, now),
    values: await keptValuesOfPerson.run(tx, { slug }, now),
    groups: await groupsOfPerson.run(tx, { slug }, now),
    admins: await boardAdmins.run(tx, {}, now),
  };
}
