import { expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import { audienceOf, committeeBoard, meetingFields, setRole } from '#tests/support/committees.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

async function twoCommittees() {
  const stage = await committeeBoard(server);
  await setRole(stage.asAdmin, stage.audit, stage.chair, 'group-admin');
  return stage;
}

async function keptFrom(asAdmin: TestClient, audience: ReturnType<typeof audienceOf>) {
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

test('a group admin cannot gain the right to edit an item by adding people from its audience to the group', async () => {
  for (const into of ['finance', 'audit'] as const) {
    const { dana, asAdmin, asChair, ...groups } = await twoCommittees();
    const audience = audienceOf([groups.finance], [dana]);
    const before = await keptFrom(asAdmin, audience);
    expect(await before(asChair)).toEqual(shut);
    expect((await setRole(asChair, groups[into], dana, 'member')).status).toBe(200);
    expect(await before(asChair)).toEqual(shut);
    const after = await keptFrom(asAdmin, audience);
    expect(await after(asChair)).toEqual(shut);
  }
});

test('once a board admin adds a person to a group, the group’s admin can edit items whose audience is the group and that person', async () => {
  const { dana, finance, asAdmin, asChair } = await twoCommittees();
  const items = await keptFrom(asAdmin, audienceOf([finance], [dana]));
  await setRole(asAdmin, finance, dana, 'member');
  expect(await items(asChair)).toEqual(open);
  await setRole(asChair, finance, dana, 'none');
  await setRole(asChair, finance, dana, 'member');
  expect(await items(asChair)).toEqual(shut);
});

test('a board admin who saves a person’s groups unchanged gives the group admin no new edit rights', async () => {
  const { dana, finance, audit, asAdmin, asChair } = await twoCommittees();
  const items = await keptFrom(asAdmin, audienceOf([finance], [dana]));
  await setRole(asChair, finance, dana, 'member');
  const path = `/ajax/people/${dana.id}/groups`;
  expect((await asAdmin.post(path, { group_ids: [finance.id] })).status).toBe(200);
  expect(await items(asChair)).toEqual(shut);
  await asAdmin.post(path, { group_ids: [finance.id, audit.id] });
  expect(await items(asChair)).toEqual(open);
});

test('a group admin gains no edit rights by adding members of a deleted group to another group', async () => {
  const { dana, finance, audit, asAdmin, asChair } = await twoCommittees();
  await setRole(asChair, audit, dana, 'member');
  const items = await keptFrom(asAdmin, audienceOf([finance, audit]));
  expect(await items(asChair)).toEqual(open);
  await asAdmin.post(`/ajax/groups/${audit.id}/delete`, { audience_goes_to: 'members' });
  await setRole(asChair, finance, dana, 'member');
  expect(await items(asChair)).toMatchObject({ meeting: 404, announcement: 404, category: 403 });
});

test('a group admin can invite people whom they added to the group only with the whole group, not individually', async () => {
  const { dana, finance, asAdmin, asChair } = await twoCommittees();
  const offered = async () => {
    const { groups, people } = (await asChair.get('/ajax/audience/choices')).json.data;
    const isIn = groups.some((group: { member_ids: string[] }) => group.member_ids.includes(dana.id));
    return [isIn, people.find((each: { member_id: string }) => each.member_id === dana.id)?.may_be_named];
  };
  expect(await offered()).toEqual([false, undefined]);
  await setRole(asChair, finance, dana, 'member');
  expect(await offered()).toEqual([true, false]);
  const audience = audienceOf([finance], [dana]);
  const named = await asChair.post('/ajax/meetings', { ...meetingFields, audience });
  expect([named.status, Object.keys(named.json.errors)]).toEqual([422, ['audience']]);
  await setRole(asChair, finance, dana, 'none');
  await setRole(asAdmin, finance, dana, 'member');
  expect(await offered()).toEqual([true, true]);
  expect((await asChair.post('/ajax/meetings', { ...meetingFields, audience })).status).toBe(200);
});
