import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import { audienceOf, committeeStage, meetingFields, setRole, wholeBoard } from '#tests/support/committees.ts';
import { type MadeMember, makeBoard, makeGroup, makeMeeting, makeMember } from '#tests/support/factories.ts';
import { signInStage } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { rows, duringChanges } = signInStage(server);
const { board, asAdmin, asChair, chair, ben, dana, finance, audit } = committeeStage(server);

const titles = (list: readonly { readonly title: string }[]): readonly string[] => list.map((each) => each.title);
const idsOf = (people: readonly { readonly member_id: string }[]) => people.map((each) => each.member_id).toSorted();
const make = async (by: TestClient, audience: object) => by.post('/ajax/meetings', { ...meetingFields, audience });

test('an opened document is removed from a member’s recent documents when the member leaves the audience', async () => {
  const meeting = await server.make.meeting({ board, groups: [finance] });
  const document = await server.make.document({ meeting });
  const client = await server.signIn(ben);
  await client.get(`/ajax/documents/${document.id}`);
  const recent = async () => (await client.get('/ajax/start')).json.data.recent_documents.length;
  expect(await recent()).toBe(1);
  await setRole(asAdmin, finance, ben, 'none');
  expect(await recent()).toBe(0);
});

test('a group admin can create, preview and publish meetings only for their own groups', async () => {
  const made = (await make(asChair, audienceOf([finance]))).json.data.meeting;
  expect(made).toMatchObject({ audience: 'Finance', can: { edit: true, publish: true, delete: true } });
  const path = `/ajax/meetings/${made.id}/audience`;
  for (const audience of [
    wholeBoard,
    audienceOf([audit]),
    audienceOf([finance, audit]),
    audienceOf([finance], [dana]),
    audienceOf([], [ben]),
  ]) {
    const errors = { audience: 'You can choose only your own groups and their members.' };
    expect((await make(asChair, audience)).json.errors).toEqual(errors);
    const saved = await asChair.put(path, { audience });
    expect([saved.status, saved.json.errors]).toEqual([422, errors]);
    const previewed = await asChair.post(`${path}/preview`, { audience });
    expect([previewed.status, previewed.text]).toEqual([422, saved.text]);
    expect((await asAdmin.post(`${path}/preview`, { audience })).status).toBe(200);
  }
  const named = { audience: audienceOf([finance], [ben]) };
  expect((await asChair.post(`${path}/preview`, named)).status).toBe(200);
  expect((await asChair.get(path)).json.data.audience).toEqual(audienceOf([finance]));

  const member = await server.signIn(ben);
  expect((await make(member, audienceOf([finance]))).status).toBe(403);
  expect((await member.get(`/ajax/meetings/${made.id}`)).status).toBe(404);
  expect(titles((await asChair.get('/ajax/meetings')).json.data.drafts)).toEqual(['Budget talk']);
  const published = await asChair.post(`/ajax/meetings/${made.id}/publish`, {});
  expect(idsOf(published.json.data.meeting.invitees)).toEqual([chair.id, ben.id].toSorted());
  const others = await server.make.meeting({ board, state: 'draft', groups: [finance, audit] });
  expect((await asChair.get(`/ajax/meetings/${others.id}`)).status).toBe(404);
  const ofAll = await server.make.meeting({ board });
  expect((await asChair.patch(`/ajax/meetings/${ofAll.id}`, { title: 'Mine' })).status).toBe(403);
});

test('a reply sent while the member is leaving the audience is kept', async () => {
  const meeting = await server.make.meeting({ board, groups: [finance] });
  await server.make.invitee({ meeting, member: ben });
  const answer = [`update invitees set acceptance = 'accepted-remote' where member_id = $1`, [ben.id]] as const;
  const audience = audienceOf([audit]);
  const leaving = () => asAdmin.put(`/ajax/meetings/${meeting.id}/audience`, { audience });
  expect((await duringChanges([answer], leaving)).status).toBe(200);
  const kept = await rows('select acceptance from former_invitees where member_id = $1', [ben.id]);
  expect(kept).toEqual([{ acceptance: 'accepted-remote' }]);
});

test('on a board that hides its members from each other, a group admin can add only members of their own groups to a group', async () => {
  await rows('update boards set people_hidden = true where id = $1', [board.id]);
  const { people } = (await asChair.get(`/ajax/groups/${finance.id}`)).json.data;
  expect(idsOf(people)).toEqual([chair.id, ben.id].toSorted());
  expect((await setRole(asChair, finance, dana, 'member')).status).toBe(422);
});

test('an admin can choose everybody for an audience, and a group admin only their own group members', async () => {
  const choicesOf = async (by: TestClient) => (await by.get('/ajax/audience/choices')).json.data;
  const all = await choicesOf(asAdmin);
  expect([all.whole_board, all.groups.length, all.people.length]).toEqual([true, 2, 4]);
  const own = await choicesOf(asChair);
  expect(own).toMatchObject({ whole_board: false, groups: [{ id: finance.id }] });
  expect(idsOf(own.people)).toEqual([chair.id, ben.id].toSorted());
});

test('an audience cannot be empty or name a person from another board', async () => {
  const stranger = await server.make.member();
  const errorOf = async (audience: object) => (await make(asAdmin, audience)).json.errors.audience;
  expect(await errorOf(audienceOf([]))).toBe('This field is required.');
  const gone = 'This audience includes a person or a group that is no longer on the board.';
  expect(await errorOf(audienceOf([], [stranger]))).toBe(gone);
});

interface Model {
  readonly groups: readonly (readonly ('none' | 'member' | 'admin')[])[];
  readonly audience: {
    readonly whole: boolean;
    readonly groups: readonly number[];
    readonly members: readonly number[];
  };
  readonly isDraft: boolean;
}
const members = [0, 1, 2, 3] as const;
const groupRole = fc.constantFrom('none' as const, 'member' as const, 'admin' as const);
const model: fc.Arbitrary<Model> = fc.record({
  groups: fc.array(fc.array(groupRole, { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 2 }),
  audience: fc.record({
    whole: fc.boolean(),
    groups: fc.subarray([0, 1]),
    members: fc.subarray([...members]),
  }),
  isDraft: fc.boolean(),
});

function sees({ groups, audience, isDraft }: Model, who: number): { readonly see: boolean; readonly edit: boolean } {
  const administered = [0, 1].filter((group) => groups[group]?.[who] === 'admin');
  const edit =
    !audience.whole &&
    audience.groups.length > 0 &&
    audience.groups.every((group) => administered.includes(group)) &&
    audience.members.every((member) => administered.some((group) => groups[group]?.[member] !== 'none'));
  const belongs =
    audience.whole ||
    audience.members.includes(who) ||
    audience.groups.some((group) => groups[group]?.[who] !== 'none');
  return { edit, see: edit || (belongs && !isDraft) };
}

test('with random groups and audiences, everybody can see and edit exactly the meetings that the rules allow', async () => {
  const { context } = server;
  await fc.assert(
    fc.asyncProperty(model, async (drawn) => {
      const board = await makeBoard(context);
      const people = await Promise.all(members.map(() => makeMember(context, { board })));
      const of = (indexes: readonly number[]) => indexes.flatMap((index) => people[index] ?? []);
      const groups = await Promise.all(
        drawn.groups.map((standings) =>
          makeGroup(context, {
            board,
            members: of(members.filter((each) => standings[each] === 'member')),
            admins: of(members.filter((each) => standings[each] === 'admin')),
          }),
        ),
      );
      const named = drawn.audience.groups.flatMap((index) => groups[index] ?? []);
      const meeting = await makeMeeting(context, {
        board,
        state: drawn.isDraft ? 'draft' : 'published',
        ...(drawn.audience.whole ? {} : { groups: named, members: of(drawn.audience.members) }),
      });
      for (const who of members) {
        const client = await server.signIn(people[who] as MadeMember);
        const { json } = await client.get(`/ajax/meetings/${meeting.id}`);
        const lists = (await client.get('/ajax/meetings')).json.data;
        const expected = sees(drawn, who);
        expect({ see: json.status === 'success', edit: json.data?.meeting.can.edit ?? false }).toEqual(expected);
        expect(lists.upcoming.length + lists.drafts.length).toBe(expected.see ? 1 : 0);
      }
    }),
    { numRuns: 25 },
  );
}, 60_000);
