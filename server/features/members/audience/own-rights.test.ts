import { beforeEach, expect, test } from 'vitest';
import { audienceOf, committeeStage, meetingFields, setRole } from '#tests/support/committees.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { chair, dana, finance, audit, asAdmin, asChair } = committeeStage(server);
beforeEach(() => setRole(asAdmin, audit, chair, 'group-admin'));

async function keptFrom(audience: ReturnType<typeof audienceOf>) {
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'In confidence.' }] }] };
  const made = async (path: string, given: object) => (await asAdmin.post(path, { ...given, audience })).json.data;
  const { meeting } = await made('/ajax/meetings', meetingFields);
  const { announcement } = await made('/ajax/announcements', { title: 'Conduct', body });
  const category = await made('/ajax/library/categories', { name: 'Conduct' });
  return async () => ({
    meeting: (await asChair.get(`/ajax/meetings/${meeting.id}`)).status,
    renamed: (await asChair.patch(`/ajax/meetings/${meeting.id}`, { title: 'Mine' })).status,
    drafts: (await asChair.get('/ajax/meetings')).json.data.drafts.length,
    announcement: (await asChair.get(`/ajax/announcements/${announcement.id}`)).status,
    category: (await asChair.patch(`/ajax/library/categories/${category.id}`, { name: 'Mine' })).status,
  });
}
const shut = { meeting: 404, renamed: 404, drafts: 0, announcement: 404, category: 403 };
const open = { meeting: 200, renamed: 200, drafts: 1, announcement: 200, category: 200 };

test.each([
  ['group', finance],
  ['another group', audit],
])(
  'a group admin cannot gain the right to edit an item by adding people from its audience to its %s',
  async (_, into) => {
    const audience = audienceOf([finance], [dana]);
    const before = await keptFrom(audience);
    expect(await before()).toEqual(shut);
    expect((await setRole(asChair, into, dana, 'member')).status).toBe(200);
    expect(await before()).toEqual(shut);
    const after = await keptFrom(audience);
    expect(await after()).toEqual(shut);
  },
);

test('once a board admin adds a person to a group, the group’s admin can edit items whose audience is the group and that person', async () => {
  const items = await keptFrom(audienceOf([finance], [dana]));
  await setRole(asAdmin, finance, dana, 'member');
  expect(await items()).toEqual(open);
  await setRole(asChair, finance, dana, 'none');
  await setRole(asChair, finance, dana, 'member');
  expect(await items()).toEqual(shut);
});

test('a board admin who saves a person’s groups unchanged gives the group admin no new edit rights', async () => {
  const items = await keptFrom(audienceOf([finance], [dana]));
  await setRole(asChair, finance, dana, 'member');
  const path = `/ajax/people/${dana.id}/groups`;
  expect((await asAdmin.post(path, { group_ids: [finance.id] })).status).toBe(200);
  expect(await items()).toEqual(shut);
  await asAdmin.post(path, { group_ids: [finance.id, audit.id] });
  expect(await items()).toEqual(open);
});

test('a group admin gains no edit rights by adding members of a deleted group to another group', async () => {
  await setRole(asChair, audit, dana, 'member');
  const items = await keptFrom(audienceOf([finance, audit]));
  expect(await items()).toEqual(open);
  await asAdmin.post(`/ajax/groups/${audit.id}/delete`, { audience_goes_to: 'members' });
  await setRole(asChair, finance, dana, 'member');
  expect(await items()).toMatchObject({ meeting: 404, announcement: 404, category: 403 });
});

test('a group admin can invite people whom they added to the group only with the whole group, not individually', async () => {
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
