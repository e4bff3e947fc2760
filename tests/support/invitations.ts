import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestClient } from './client.ts';
import type { MadeBoard } from './factories.ts';
import { password, signInStage } from './sign-in-stage.ts';
import type { TestApp } from './test-app.ts';

export function invitationStage(server: TestApp) {
  const { secretTo } = signInStage(server);
  return {
    async boardWithAdmin(given?: MadeBoard) {
      const board = given ?? (await server.make.board());
      const name = { firstName: 'Elena', lastName: 'Kowal' };
      const admin = await server.make.member({ board, isBoardAdmin: true, ...name });
      return { board, admin, client: await server.signIn(admin) };
    },

    async invite({ client }: { readonly client: TestClient }, more: object = {}) {
      const name = { first_name: 'Daniel', last_name: 'Tremblay' };
      const who = { ...name, email: `daniel-${randomUUID()}@pending.example`, ...more };
      const { json } = await client.post('/ajax/people', who);
      expect(json.status).toBe('success');
      const { id, slug } = json.data.person as { readonly id: string; readonly slug: string };
      return { id, slug, email: who.email, uuid: await secretTo(who.email) };
    },

    readInvitation: (uuid: string) => server.stranger().get(`/ajax/invitations/${uuid}`),

    redeem: ({ uuid, email }: { readonly uuid: string; readonly email: string }, more: object = {}) =>
      server.stranger().post('/ajax/confirmAccount', {
        invitation_id: uuid,
        email,
        mode: 'createAccount',
        password,
        password_confirmation: password,
        ...more,
      }),
  };
}
