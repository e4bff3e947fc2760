import { randomUUID } from 'node:crypto';
import { randomToken } from '#server/secrets.ts';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import { about, members } from './calls.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, everybody, ownCanary, type Policy } from './outcomes.ts';

const noBody = { body: {} };

const deviceOf = ({ userId }: Actor, { admin, paperDevices }: BoardWorld): string =>
  (userId === admin.userId ? paperDevices.admin : paperDevices.member).id;

const owners: Policy = ({ name }, object) =>
  object === 'own' && (name === 'member' || name === 'board admin') ? 'allowed' : 'missing';
const holders: Policy = ({ userId, own }, object) =>
  object === 'own' && [own.member.userId, own.admin.userId].includes(userId) ? 'allowed' : 'missing';

const aboutDevice =
  (call: (id: string) => MatrixCall): MatrixEntry['calls'] =>
  (actor) => ({
    own: call(deviceOf(actor, actor.own)),
    foreign: call(actor.foreign.paperDevices.member.id),
    missing: call(randomUUID()),
  });

const check = (token: string, document: string): MatrixCall => ({ body: { token, documents: [document] } });
const inPlace = (memberId: string, deviceId: string): MatrixCall => ({
  params: { id: memberId, device_id: deviceId },
  ...noBody,
});

export const keptPaperEntries: Readonly<Record<string, MatrixEntry>> = {
  'keptPapers.register': { policy: everybody, calls: () => ({ own: noBody }) },
  'keptPapers.sync': {
    policy: owners,
    calls: (actor) =>
      aboutDevice((id) => ({
        params: { id },
        body: { documents: [actor.own.document.id, actor.foreign.document.id], opened: [] },
      }))(actor),
  },
  'keptPapers.check': {
    policy: everybody,
    calls: ({ own, foreign }) => ({
      own: check(own.paperDevices.member.token, own.document.id),
      foreign: check(foreign.paperDevices.member.token, foreign.document.id),
      missing: check(randomToken(), own.document.id),
    }),
  },
  'keptPapers.keep': {
    policy: owners,
    calls: (actor) => {
      const keep = ({ id, versionId }: { readonly id: string; readonly versionId: string }, device: string) => ({
        params: { id, version_id: versionId },
        query: { device },
      });
      const { own, foreign } = actor;
      return {
        own: keep(own.document, deviceOf(actor, own)),
        draft: keep(own.draftDocument, deviceOf(actor, own)),
        foreign: keep(foreign.document, foreign.paperDevices.member.id),
        missing: keep({ id: randomUUID(), versionId: randomUUID() }, deviceOf(actor, own)),
        crossed: keep(own.document, foreign.paperDevices.member.id),
      };
    },
  },
  'keptPapers.devices': {
    policy: everybody,
    reveals: ownCanary,
    calls: () => ({ own: {} }),
  },
  'keptPapers.remove': { policy: holders, calls: aboutDevice((id) => ({ params: { id }, ...noBody })) },
  'keptPapers.devicesOf': { policy: editors, calls: about(members) },
  'keptPapers.removeOf': {
    policy: editors,
    calls: ({ own, foreign }) => ({
      own: inPlace(own.member.id, own.paperDevices.member.id),
      foreign: inPlace(foreign.member.id, foreign.paperDevices.member.id),
      missing: inPlace(own.member.id, randomUUID()),
      crossed: inPlace(own.member.id, own.paperDevices.admin.id),
    }),
  },
};
