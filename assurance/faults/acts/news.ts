import { succeed } from '#assurance/faults/ask.ts';
import { Interrupted } from '#assurance/faults/ledger.ts';
import { type Act, inDays, mailToMembers, type Playing, publishing } from '#assurance/faults/world.ts';

export function newsActs(playing: Playing): readonly Act[] {
  return [announce(playing), findDate(playing), invite(playing)];
}

function announce(playing: Playing): Act {
  const { actor, world } = playing;
  const { society, audience } = world;
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Good news.' }] }] };
  return publishing(playing, 'News', (title) => ({
    async find() {
      const { published, drafts } = await succeed(actor, 'GET', '/ajax/announcements');
      return [...published, ...drafts].find((each: { title: string }) => each.title === title) ?? null;
    },
    actions: ['announcement.created', 'announcement.published'],
    draft: () => succeed(actor, 'POST', '/ajax/announcements', { title, body, audience }),
    publish: (id) => succeed(actor, 'POST', `/ajax/announcements/${id}/publish`, { publish_on: null }),
    published: 'published',
    mail: mailToMembers(society, title),
  }));
}

function findDate(playing: Playing): Act {
  const { actor, world } = playing;
  const { society, audience } = world;
  const common = { type: 'hybrid', location: '', join_url: '', description: '', audience };
  return publishing(playing, 'Dates', (title) => ({
    async find() {
      const sentAt = performance.now();
      const [row] = await society.installation
        .sql('select id from meetings where title = $1', [title])
        .catch((cause: unknown) => {
          throw new Interrupted('The database did not answer.', { cause, sentAt });
        });
      return row === undefined ? null : (await succeed(actor, 'GET', `/ajax/meetings/${row.id}`)).meeting;
    },
    actions: ['meeting.created', 'meeting.dates-asked'],
    draft: () => succeed(actor, 'POST', '/ajax/meetings', { ...common, title, date_options: [inDays(50), inDays(51)] }),
    publish: (id) => succeed(actor, 'POST', `/ajax/meetings/${id}/publish`, {}),
    published: 'finding-date',
    mail: mailToMembers(society, title),
  }));
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
