import { type Installation, openInstallation, type Signed } from '#tests/support/installation.ts';
import type { PartedInstallation } from '#tests/support/parted-installation.ts';
import { succeed } from './ask.ts';

export interface Actor {
  readonly role: Role;
  readonly memberId: string;
  readonly slug: string;
  readonly signed: Signed;
}

export const editors = ['secretary', 'librarian', 'herald'] as const;
export const members = ['first', 'second', 'third'] as const;
export type Role = (typeof editors)[number] | (typeof members)[number];

export interface Society {
  readonly installation: Installation;
  readonly parts: PartedInstallation;
  /** Written resolutions use this group, so that people who are invited later have no vote. */
  readonly committeeId: string;
  readonly actors: Readonly<Record<Role, Actor>>;
  readonly fieldId: string;
  readonly farMeeting: { readonly id: string; readonly uids: Readonly<Record<'first' | 'second', string>> };
}

const names: Readonly<Record<Exclude<Role, 'secretary'>, readonly [string, string]>> = {
  librarian: ['Marcus', 'Obi'],
  herald: ['Ruth', 'Calder'],
  first: ['Thomas', 'McKenna'],
  second: ['Wei', 'Zhang'],
  third: ['Aisha', 'Rahman'],
};

export async function gather(parts: PartedInstallation): Promise<Society> {
  const installation = await openInstallation(parts.server);
  const signed = new Map<Role, Signed>([['secretary', installation.admin]]);
  for (const [role, [first, last]] of Object.entries(names))
    signed.set(role as Role, await installation.join(first, last));
  await installation.sql(
    `update members set is_board_admin = true where user_id in (select id from users where email = any($1))`,
    [editors.map((role) => signed.get(role)?.email)],
  );
  const rows = await installation.sql(`select m.id, m.slug, u.email from members m join users u on u.id = m.user_id`);
  const actorOf = (role: Role): Actor => {
    const who = signed.get(role);
    const row = rows.find(({ email }) => email === who?.email);
    if (who === undefined || row === undefined) throw new Error(`Nobody is the ${role}.`);
    return { role, signed: who, memberId: String(row.id), slug: String(row.slug) };
  };
  const actors = Object.fromEntries([...editors, ...members].map((role) => [role, actorOf(role)])) as Society['actors'];
  const boardId = String((await installation.sql('select id from boards'))[0]?.id);
  await succeed(actors.secretary, 'POST', '/ajax/deciding', {
    revision: 0,
    confirmed: true,
    seconder: false,
    // Uses no quorum rule, because members leave meetings while others vote.
    bodies: [{ id: boardId, seats: null, rule: { kind: 'none' }, at_least: 1, chair_id: null, secretary_id: null }],
  });
  const six = Object.values(actors).map(({ memberId }) => ({ member_id: memberId, is_group_admin: false }));
  const { group } = await succeed(actors.secretary, 'POST', '/ajax/groups', {
    name: 'Committee',
    description: '',
    members: six,
  });
  const motto = { id: null, name: 'Motto', kind: 'text', required: false, visibility: 'everyone', options: [] };
  const { fields } = await succeed(actors.secretary, 'POST', '/ajax/profile-fields', { member: [motto], admin: [] });
  const field = fields.find((each: { name: string }) => each.name === motto.name);
  const title = 'Standing appointment';
  const farMeeting = await installation.meeting({ title, inDays: 900 });
  const uidOf = (role: Role) => installation.magicUid(actors[role].signed.email, title);
  return {
    installation,
    parts,
    actors,
    committeeId: group.id,
    fieldId: field.id,
    farMeeting: { id: farMeeting.id, uids: { first: await uidOf('first'), second: await uidOf('second') } },
  };
}
