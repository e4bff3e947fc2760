import { succeed } from '#assurance/faults/ask.ts';
import type { Act, Playing } from '#assurance/faults/world.ts';

export async function ownActs(playing: Playing, paperId: string): Promise<readonly Act[]> {
  return [await profile(playing), await marks(playing, paperId)].flat();
}

async function profile({ world, actor, random }: Playing): Promise<readonly Act[]> {
  const { ledger, society, token } = world;
  const path = `/ajax/profiles/${actor.slug}`;
  const read = async (): Promise<string> => (await succeed(actor, 'GET', path)).values[society.fieldId] ?? '';
  const motto = ledger.keep({ name: `profile of ${actor.role} ${token}`, value: await read(), read });
  let changes = 0;
  return [
    async () => {
      changes += 1;
      const value = `Motto ${changes} ${random.below(1_000)} ${token}`;
      await ledger.write(motto, {
        value,
        line: { memberId: actor.memberId, action: 'person.profile-changed' },
        send: () => succeed(actor, 'POST', path, { values: { [society.fieldId]: value } }),
      });
    },
  ];
}

const xfdf = (words: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots><text name="note" page="0" rect="10,10,30,30"><contents>${words}</contents></text></annots></xfdf>`;

async function marks({ world, actor, random }: Playing, paperId: string): Promise<readonly Act[]> {
  const { ledger, token } = world;
  const path = `/ajax/documents/${paperId}`;
  const open = () => succeed(actor, 'GET', path);
  const read = async (): Promise<string> =>
    /<contents>(.*?)<\/contents>/.exec((await open()).annotations.xfdf ?? '')?.[1] ?? '';
  const kept = ledger.keep({ name: `marks of ${actor.role} ${token}`, value: await read(), read });
  let changes = 0;
  return [
    async () => {
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
    },
  ];
}
