import { expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import { makeBoard, makeGroup, makeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

/** Group admins must not raise their own rights by changing members. */
const server = testApp();

/** Chloé administers Finance and Audit; Dana is in neither. */
async function twoCommittees() {
  const { context } = server;
  const board = await makeBoard(context);
  const person = (firstName: string, more = {}) => makeMember(context, { board, firstName, ...more });
  const [admin, chair, dana] = [
    await person('Ada', { isBoardAdmin: true }),
    await person('Chloé'),
    await person('Dana'),
  ];
  const finance = await makeGroup(context, { board, name: 'Finance', admins: [chair] });
  const audit = await makeGroup(context, { board, name: 'Audit', admins: [chair] });
  return { dana, finance, audit, asAdmin: await server.signIn(admin), asChair: await server.signIn(chair) };
}

const naming = (group: { readonly id: string }, ...members: readonly { readonly id: string }[]) => ({
  whole_board: false,
  group_ids: [group.id],
  member_ids: members.map((member) => member.id),
});
const meetingFields = {
  ...{ title: 'Conduct of the chair', type: 'remote', start: '2026-12-01T12:00:00Z', end: '2026-12-01T13:00:00Z' },
  ...{ location: '', join_url: '', description: '' },
};

/** Returns what the chair may do with a board admin's drafts and category. */
async function keptFrom(asAdmin: TestClient, audience: ReturnType<typeof naming>) {
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'In confidence.' }] }] };
  const made = async (path: string, given: object) => (await asAdmin.post(path, { ...given, audience })).json.data;
  const { meeting } = await made('/ajax/meetings', meetingFields);
  const { announcement } = await made('/ajax/announcements', { title: 'Conduct', body });
  const category = await made('/ajax/library/categories', { name: 'Conduct' });
  return async (who: TestClient) => ({
    meeting: (await who.get(`/ajax/meetings/${meeting.id}`)).status,
    renamed: (await who.patch(`/ajax/meetings/${meeting.id}`, { title: 'Mine' })).status,
    drafts: (await who.get('/ajax/meetings')).json.data.drafts.length,
    announcement: (await who.get(`/ajax/announcements/${announcement.id}`)).status,
    category: (await who.patch(`/ajax/library/categories/${category.id}`, { name: 'Mine' })).status,
  });
}
const shut = { meeting: 404, renamed: 404, drafts: 0, announcement: 404, category: 403 };
const open = { meeting: 200, renamed: 200, drafts: 1, announcement: 200, category: 200 };

const place = (who: TestClient, group: { readonly id: string }, member: { readonly id: string }, role: string) =>
  who.patch(`/ajax/groups/${group.id}`, { members: [{ member_id: member.id, role }] });

test.each(['finance', 'audit'] as const)(
  'a group admin who puts whom an item names into %s is no editor of it by that, before or after it is named',
  async (into) => {
    const { dana, asAdmin, asChair, ...groups } = await twoCommittees();
    const before = await keptFrom(asAdmin, naming(groups.finance, dana));
    expect(await before(asChair)).toEqual(shut);
    expect((await place(asChair, groups[into], dana, 'member')).status).toBe(200);
    expect(await before(asChair)).toEqual(shut);
    const after = await keptFrom(asAdmin, naming(groups.finance, dana));
    expect(await after(asChair)).toEqual(shut);
  },
);

test('whom a board admin put into the group counts, and counts no more once a group admin put them there again', async () => {
  const { dana, finance, asAdmin, asChair } = await twoCommittees();
  const items = await keptFrom(asAdmin, naming(finance, dana));
  await place(asAdmin, finance, dana, 'member');
  expect(await items(asChair)).toEqual(open);
  await place(asChair, finance, dana, 'none');
  await place(asChair, finance, dana, 'member');
  expect(await items(asChair)).toEqual(shut);
});

test('a board admin who keeps or sets a person’s other groups vouches for no group that a group admin put them into', async () => {
  const { dana, finance, audit, asAdmin, asChair } = await twoCommittees();
  const items = await keptFrom(asAdmin, naming(finance, dana));
  await place(asChair, finance, dana, 'member');
  const path = `/ajax/people/${dana.id}/groups`;
  expect((await asAdmin.post(path, { group_ids: [finance.id] })).status).toBe(200);
  expect(await items(asChair)).toEqual(shut);
  await asAdmin.post(path, { group_ids: [finance.id, audit.id] });
  expect(await items(asChair)).toEqual(open);
});

test('a deleted group’s members, named one by one, are not put into another group to edit what they are named in', async () => {
  const { dana, finance, audit, asAdmin, asChair } = await twoCommittees();
  await place(asChair, audit, dana, 'member');
  const items = await keptFrom(asAdmin, { ...naming(finance), group_ids: [finance.id, audit.id] });
  expect(await items(asChair)).toEqual(open);
  await asAdmin.post(`/ajax/groups/${audit.id}/delete`, { audience_goes_to: 'members' });
  await place(asChair, finance, dana, 'member');
  expect(await items(asChair)).toMatchObject({ meeting: 404, announcement: 404, category: 403 });
});

test('whom a group admin put into a group is offered in it, and not by name', async () => {
  const { dana, finance, asAdmin, asChair } = await twoCommittees();
  const offered = async () => {
    const { groups, people } = (await asChair.get('/ajax/audience/choices')).json.data;
    const isIn = groups.some((group: { member_ids: string[] }) => group.member_ids.includes(dana.id));
    return [isIn, people.find((each: { member_id: string }) => each.member_id === dana.id)?.may_be_named];
  };
  expect(await offered()).toEqual([false, undefined]);
  await place(asChair, finance, dana, 'member');
  expect(await offered()).toEqual([true, false]);
  const named = await asChair.post('/ajax/meetings', { ...meetingFields, audience: naming(finance, dana) });
  expect([named.status, Object.keys(named.json.errors)]).toEqual([422, ['audience']]);
  await place(asChair, finance, dana, 'none');
  await place(asAdmin, finance, dana, 'member');
  expect(await offered()).toEqual([true, true]);
  expect((await asChair.post('/ajax/meetings', { ...meetingFields, audience: naming(finance, dana) })).status).toBe(
    200,
  );
});
