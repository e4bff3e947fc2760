import { succeed } from '#assurance/faults/ask.ts';
import type { Register } from '#assurance/faults/ledger.ts';
import type { Act, Playing } from '#assurance/faults/world.ts';

const acceptanceOf = { p: 'accepted-in-person', r: 'accepted-remote', n: 'declined' } as const;
type Letter = keyof typeof acceptanceOf;
const letters = Object.keys(acceptanceOf) as readonly Letter[];
const dateAnswers = ['yes', 'if-need-be', 'no'] as const;

export async function answerActs(playing: Playing): Promise<readonly Act[]> {
  const { meetingId } = playing.world;
  const toMeeting = await answering(playing, { name: 'answer', meetingId, address: meetingId });
  return [toMeeting, await toPoll(playing), await toDates(playing), ...(await byLink(playing))];
}

async function answering(
  { world, actor, random }: Playing,
  { name, meetingId, address }: { readonly name: string; readonly meetingId: string; readonly address: string },
): Promise<Act> {
  const { ledger, token } = world;
  const read = async (): Promise<string> =>
    (await succeed(actor, 'GET', `/ajax/meetings/${meetingId}`)).meeting.meeting_status.acceptance;
  const answer = ledger.keep({ name: `${name} of ${actor.role} ${token}`, value: await read(), read });
  return async () => {
    const letter = random.pick(letters.filter((each) => acceptanceOf[each] !== answer.acknowledged));
    await ledger.write(answer, {
      value: acceptanceOf[letter],
      line: { memberId: actor.memberId, action: 'meeting.answered' },
      send: () => succeed(actor, 'POST', `/attendance/${address}/${letter}`, {}),
    });
  };
}

async function toPoll({ world, actor, random }: Playing): Promise<Act> {
  const { ledger, meetingId, poll, token } = world;
  const read = async (): Promise<string> => {
    const { meeting } = await succeed(actor, 'GET', `/ajax/meetings/${meetingId}`);
    const found = meeting.polls.polls.find(({ id }: { id: string }) => id === poll.id);
    return String(found.own_option_ids);
  };
  const vote = ledger.keep({ name: `vote of ${actor.role} ${token}`, value: await read(), read });
  return async () => {
    const option = random.pick(poll.optionIds.filter((id) => id !== vote.acknowledged));
    await ledger.write(vote, {
      value: option,
      line: { memberId: actor.memberId, action: 'poll.responded' },
      send: () => succeed(actor, 'POST', `/ajax/polls/${poll.id}/response`, { option_ids: [option] }),
    });
  };
}

async function toDates({ world, actor, random }: Playing): Promise<Act> {
  const { ledger, search, token } = world;
  const path = `/ajax/meetings/${search.id}`;
  const own = async (optionId: string): Promise<string> => {
    const { meeting } = await succeed(actor, 'GET', path);
    const found = meeting.date_search.options.find(({ id }: { id: string }) => id === optionId);
    return String(found.own_answer);
  };
  const registers: readonly (readonly [string, Register])[] = await Promise.all(
    search.optionIds.map(async (id, nth) => {
      const read = () => own(id);
      return [id, ledger.keep({ name: `date ${nth} of ${actor.role} ${token}`, value: await read(), read })] as const;
    }),
  );
  return async () => {
    const [option_id, register] = random.pick(registers);
    const answer = random.pick(dateAnswers.filter((each) => each !== register.acknowledged));
    await ledger.write(register, {
      value: answer,
      line: { memberId: actor.memberId, action: 'meeting.dates-answered' },
      send: () => succeed(actor, 'POST', `${path}/dates`, { answers: [{ option_id, answer }] }),
    });
  };
}

async function byLink(playing: Playing): Promise<readonly Act[]> {
  const { role } = playing.actor;
  const { farMeeting } = playing.world.society;
  if (role !== 'first' && role !== 'second') return [];
  return [
    await answering(playing, { name: 'answer by link', meetingId: farMeeting.id, address: farMeeting.uids[role] }),
  ];
}

export async function profileAct({ world, actor, random }: Playing): Promise<Act> {
  const { ledger, society, token } = world;
  const path = `/ajax/profiles/${actor.slug}`;
  const read = async (): Promise<string> => (await succeed(actor, 'GET', path)).values[society.fieldId] ?? '';
  const motto = ledger.keep({ name: `profile of ${actor.role} ${token}`, value: await read(), read });
  let changes = 0;
  return async () => {
    changes += 1;
    const value = `Motto ${changes} ${random.below(1_000)} ${token}`;
    await ledger.write(motto, {
      value,
      line: { memberId: actor.memberId, action: 'person.profile-changed' },
      send: () => succeed(actor, 'POST', path, { values: { [society.fieldId]: value } }),
    });
  };
}

const xfdf = (words: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots><text name="note" page="0" rect="10,10,30,30"><contents>${words}</contents></text></annots></xfdf>`;

export async function marksAct({ world, actor, random }: Playing, paperId: string): Promise<Act> {
  const { ledger, token } = world;
  const path = `/ajax/documents/${paperId}`;
  const open = () => succeed(actor, 'GET', path);
  const read = async (): Promise<string> =>
    /<contents>(.*?)<\/contents>/.exec((await open()).annotations.xfdf ?? '')?.[1] ?? '';
  const kept = ledger.keep({ name: `marks of ${actor.role} ${token}`, value: await read(), read });
  let changes = 0;
  return async () => {
    const { document, annotations } = await open();
    changes += 1;
    const words = `Note ${changes} ${'word '.repeat(random.below(2_000))}${token}`;
    await ledger.write(kept, {
      value: words,
      line: null,
      send: async () => {
        const body = {
          annotations: xfdf(words),
          version_id: document.version_id,
          base_revision: annotations.revision,
        };
        const { result } = await succeed(actor, 'POST', `${path}/annotations`, body);
        if (result !== 'saved') throw new Error(`Marks of ${actor.role} were ${result}.`);
      },
    });
  };
}
