import { succeed } from '#assurance/faults/ask.ts';
import { Interrupted } from '#assurance/faults/ledger.ts';
import { type Act, inDays, mailToMembers, type Playing } from '#assurance/faults/world.ts';

/** The herald's: announcements, searches for a date, invitations. Each promises mail. */
export async function newsActs(playing: Playing): Promise<readonly Act[]> {
  return [announce(playing), findDate(playing), invite(playing)];
}

function announce({ world, actor }: Playing): Act {
  const { ledger, society, audience, token } = world;
  let written = 0;
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Good news.' }] }] };
  return async () => {
    written += 1;
    const title = `News ${written} ${token}`;
    const find = async (): Promise<{ readonly id: string; readonly state: string } | null> => {
      const { published, drafts } = await succeed(actor, 'GET', '/ajax/announcements');
      return [...published, ...drafts].find((each: { title: string }) => each.title === title) ?? null;
    };
    const register = ledger.keep({ name: title, value: 'absent', read: async () => (await find())?.state ?? 'absent' });
    const line = (action: string) => ({ memberId: actor.memberId, action: `announcement.${action}` });
    await ledger.write(register, {
      value: 'draft',
      line: line('created'),
      send: () => succeed(actor, 'POST', '/ajax/announcements', { title, body, audience }),
    });
    const id = (await find())?.id;
    await ledger.write(register, {
      value: 'published',
      line: line('published'),
      mail: mailToMembers(society, title),
      send: () => succeed(actor, 'POST', `/ajax/announcements/${id}/publish`, { publish_on: null }),
    });
  };
}

function findDate({ world, actor }: Playing): Act {
  const { ledger, society, audience, token } = world;
  let written = 0;
  return async () => {
    written += 1;
    const title = `Dates ${written} ${token}`;
    // Lists of meetings end after a hundred.
    const find = async (): Promise<{ readonly id: string; readonly state: string } | null> => {
      const sentAt = performance.now();
      const [row] = await society.installation
        .sql('select id from meetings where title = $1', [title])
        .catch((cause: unknown) => {
          throw new Interrupted('The database did not answer.', { cause, sentAt });
        });
      return row === undefined ? null : (await succeed(actor, 'GET', `/ajax/meetings/${row.id}`)).meeting;
    };
    const register = ledger.keep({ name: title, value: 'absent', read: async () => (await find())?.state ?? 'absent' });
    const line = (action: string) => ({ memberId: actor.memberId, action: `meeting.${action}` });
    const common = { type: 'hybrid', location: '', join_url: '', description: '', audience };
    const date_options = [inDays(50), inDays(51)];
    await ledger.write(register, {
      value: 'draft',
      line: line('created'),
      send: () => succeed(actor, 'POST', '/ajax/meetings', { ...common, title, date_options }),
    });
    const id = (await find())?.id;
    await ledger.write(register, {
      value: 'finding-date',
      line: line('dates-asked'),
      mail: mailToMembers(society, title),
      send: () => succeed(actor, 'POST', `/ajax/meetings/${id}/publish`, {}),
    });
  };
}

function invite({ world, actor }: Playing): Act {
  const { ledger, token } = world;
  let invited = 0;
  return async () => {
    invited += 1;
    const email = `guest-${invited}-${token}@harbour.example`.toLowerCase();
    const read = async (): Promise<string> => {
      const { invitations } = await succeed(actor, 'GET', '/ajax/invitations');
      const found = invitations.filter((each: { email: string }) => each.email === email);
      return found.length === 0 ? 'absent' : `invited ${found.length}`;
    };
    const register = ledger.keep({ name: `invitation of ${email}`, value: 'absent', read });
    await ledger.write(register, {
      value: 'invited 1',
      line: { memberId: actor.memberId, action: 'person.invited' },
      mail: [{ to: email, about: '/inv/' }],
      send: () => succeed(actor, 'POST', '/ajax/people', { first_name: 'Guest', last_name: token, email }),
    });
  };
}
