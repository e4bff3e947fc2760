import { beforeEach } from 'vitest';
import type { TestClient } from './client.ts';
import type { MadeBoard, MadeMember, makeBoard, makeMember } from './factories.ts';
import type { TestApp } from './test-app.ts';

interface Options {
  readonly now?: string;
  readonly board?: Parameters<typeof makeBoard>[1];
  readonly admin?: Parameters<typeof makeMember>[1];
  readonly member?: Parameters<typeof makeMember>[1];
}

export function boardStage(server: TestApp, { now = '2026-11-16T12:00:00Z', ...given }: Options = {}) {
  const people = { adminMember: {} as MadeMember, member: {} as MadeMember };
  const clients = { admin: {} as TestClient, reader: {} as TestClient };
  const board = {} as MadeBoard;
  const signInAgain = async () => {
    Object.assign(clients.admin, await server.signIn(people.adminMember));
    Object.assign(clients.reader, await server.signIn(people.member));
  };
  beforeEach(async () => {
    server.context.clock.set(now);
    Object.assign(board, await server.make.board(given.board));
    const admin = { board, firstName: 'Zoë', lastName: 'Adler', isBoardAdmin: true, ...given.admin };
    const member = { board, firstName: 'Ben', lastName: 'Moser', ...given.member };
    Object.assign(people.adminMember, await server.make.member(admin));
    Object.assign(people.member, await server.make.member(member));
    await signInAgain();
  });
  return {
    board,
    ...people,
    ...clients,
    signInAgain,
    setBoard: (change: object) => server.inBoard(board.id, (tx) => tx.updateTable('boards').set(change).execute()),
    at: async (instant: string) => {
      server.context.clock.set(instant);
      await signInAgain();
    },
    mailTo: ({ email }: MadeMember, subject = '') =>
      server.context.sent.filter((mail) => mail.to.address === email && mail.subject.startsWith(subject)),
  };
}
