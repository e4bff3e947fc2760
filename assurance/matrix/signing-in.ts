import { randomUUID } from 'node:crypto';
import { type BoardWorld, password } from '#tests/support/world.ts';
import { about, boards, callsFor, callsForEach, type Ids, type MatrixEntry, noBody, only, rows } from './calls.ts';
import { adminAlone, declined, everybody, type Outcome, ownCanary, type Policy } from './outcomes.ts';

const ownOr =
  (outcome: Outcome): Policy =>
  (_actor, object) =>
    object === 'own' ? 'allowed' : outcome;

const pendingAlone: Policy = (actor) => (actor.pending === undefined ? 'expired' : 'allowed');
const missing: Policy = () => 'missing';

const neverSent = 'a-link-that-was-never-sent-to-anybody';
const person = (board: BoardWorld) => board.member.email;
const pending: Ids = (board) => ({ own: board.pending.id });

const text = 'cGFzc2tleQ';
const signed = { id: text, client_data: text, authenticator_data: text, signature: text, user_handle: null };
const made = { id: text, client_data: text, attestation: text, transports: [] };

const enteredSettings = {
  kind: 'other',
  name: 'Harbour ID',
  issuer: 'https://127.0.0.1',
  client_id: 'dais',
  hosted_domain: '',
  scope: 'openid',
  secret: 'a secret of the client',
} as const;
const { name: _, ...tested } = enteredSettings;
const unknown = { params: { id: randomUUID() } };

export const signingInEntries: Readonly<Record<string, MatrixEntry>> = {
  'session.login': {
    // The response is the same for known and unknown addresses.
    policy: ownOr('invalid'),
    calls: (actor) => ({
      own: { body: { email: person(actor.own), password } },
      foreign: { body: { email: person(actor.foreign), password: 'not the password' } },
      missing: { body: { email: `${randomUUID()}@example.org`, password: 'not the password' } },
    }),
  },
  'session.confirmPassword': {
    policy: ownOr('invalid'),
    calls: () => ({ own: { body: { password } }, missing: { body: { password: 'not the password' } } }),
  },
  'twoFactor.challenge': {
    policy: pendingAlone,
    calls: (actor) => ({ own: { body: { recovery_code: actor.pending?.recoveryCode ?? 'aaaaa-aaaaa' } } }),
  },
  'twoFactor.getChallenge': { policy: pendingAlone, calls: only({}) },
  // No actor's session has begun to set up a second factor, so the server declines even permitted requests.
  'twoFactor.turnOn': { policy: () => 'declined', calls: only({ body: { code: '123456' } }) },
  'twoFactor.renewCodes': { policy: () => 'declined', calls: only(noBody) },
  'session.switchBoard': {
    policy: (actor, object) => {
      const isOn = actor.rank !== 'outside' || actor.name === 'member of a suspended board';
      return object === 'own' && isOn ? 'allowed' : 'missing';
    },
    calls: callsFor(boards, (board_id) => ({ body: { board_id } })),
  },
  'session.setTheme': { policy: everybody, calls: only({ body: { theme: 'dark' } }) },
  'session.setViewerSize': { policy: everybody, calls: only({ body: { size: 'maximized' } }) },
  'account.save': {
    policy: ownOr('missing'),
    calls: (actor) => {
      const save = (boards: readonly string[]) => ({
        body: {
          first_name: 'Zora',
          last_name: 'Neale',
          email: `${randomUUID()}@example.org`,
          current_password: password,
          notifications: boards.map((boardId) => ({ board_id: boardId, muted: ['meeting-invitations'] })),
        },
      });
      return { own: save([]), foreign: save([actor.foreign.board.id]), missing: save([randomUUID()]) };
    },
  },
  'account.changePassword': {
    policy: ownOr('invalid'),
    calls: () => {
      const change = (current: string) => ({ body: { current_password: current, password: 'another password' } });
      return { own: change(password), missing: change('not the password') };
    },
  },
  // Every test user has a password but no passkey, so the server declines even permitted requests.
  'account.setPassword': { policy: () => 'declined', calls: only({ body: { password: 'another password' } }) },
  'account.removePassword': { policy: () => 'declined', calls: only({}) },
  'account.confirmEmailChange': {
    policy: missing,
    calls: () => ({ missing: { params: { token: neverSent }, ...noBody } }),
  },
  'account.forgotPassword': {
    // The response is the same for known and unknown addresses.
    policy: everybody,
    calls: callsForEach(
      (board) => ({ own: person(board) }),
      `${randomUUID()}@example.org`,
      (email) => ({ body: { email } }),
    ),
  },
  'account.resetPassword': {
    policy: missing,
    calls: () => ({ missing: { params: { token: neverSent }, body: { password: 'another password' } } }),
  },
  'setup.get': { policy: everybody, calls: only({ query: { token: 'spent' } }) },
  'setup.setUp': {
    policy: () => 'declined',
    calls: only({
      body: {
        token: 'spent',
        first_name: 'Eve',
        last_name: 'Late',
        email: 'eve@example.org',
        board_title: 'Late',
        password: 'seven boats home',
        password_confirmation: 'seven boats home',
        time_zone: 'UTC',
        shortname: '',
      },
    }),
  },
  'invitations.get': {
    policy: ownOr('missing'),
    reveals: ownCanary,
    calls: (actor) => ({
      own: { params: { uuid: actor.own.invitation } },
      missing: { params: { uuid: neverSent } },
    }),
  },
  'invitations.inviteSeveral': {
    policy: everybody,
    calls: only({
      body: { people: [{ line: 1, first_name: 'Nia', last_name: 'New', email: `${randomUUID()}@example.org` }] },
    }),
  },
  'invitations.resend': {
    // The invitation was sent a moment ago, so it cannot be sent again yet.
    policy: declined(adminAlone),
    calls: about(pending, noBody),
  },
  'invitations.confirmAccount': {
    policy: (actor, object) => (object === 'own' && actor.own.board.title.includes('home') ? 'allowed' : 'declined'),
    calls: (actor) => {
      const account = {
        mode: 'createAccount',
        password: 'seven boats home',
        password_confirmation: 'seven boats home',
      };
      const redeem = (invitation: string) => ({
        body: { ...account, invitation_id: invitation, email: actor.own.pending.email },
      });
      return { own: redeem(actor.own.invitation), missing: redeem(neverSent) };
    },
  },
  'passkeys.add': { policy: () => 'declined', calls: () => ({ own: { body: { name: 'Desk', made } } }) },
  'passkeys.beginJoining': {
    policy: () => 'declined',
    calls: () => ({ missing: { body: { invitation_id: neverSent } } }),
  },
  'passkeys.join': {
    policy: () => 'declined',
    calls: () => ({ missing: { body: { invitation_id: neverSent, name: 'Desk', made } } }),
  },
  'passkeys.rename': { policy: missing, calls: () => ({ missing: { ...unknown, body: { name: 'Desk' } } }) },
  'passkeys.beginChallenge': { policy: pendingAlone, calls: only(noBody) },
  'passkeys.answerChallenge': { policy: declined(pendingAlone), calls: only({ body: { signed } }) },
  'devices.signOut': { policy: missing, calls: () => ({ missing: { ...unknown, ...noBody } }) },
  // No sign-in provider is set up in the test data, so requests about a provider return 404.
  'providers.add': {
    policy: everybody,
    calls: () => ({ own: { body: { id: randomUUID(), ...enteredSettings, counts_as_two_factors: false } } }),
  },
  'providers.edit': {
    policy: missing,
    calls: only({ ...unknown, body: { ...enteredSettings, counts_as_two_factors: false } }),
  },
  'providers.switch': { policy: missing, calls: only({ ...unknown, body: { is_off: true } }) },
  'providers.test': { policy: everybody, calls: only({ ...unknown, body: tested }) },
  'providers.setOfBoard': { policy: everybody, calls: only({ body: { provider_id: null, required: false } }) },
  'providers.finish': { policy: everybody, calls: only({ ...unknown, query: { state: 'none', code: 'none' } }) },
  'providers.connect': { policy: missing, calls: only({ body: { provider_id: randomUUID() } }) },
  ...rows(
    missing,
    () => ({ missing: { params: { token: neverSent } } }),
    'account.getEmailChange account.getPasswordReset',
  ),
  ...rows(missing, () => ({ missing: unknown }), 'devices.endTrust devices.forget'),
  ...rows(missing, only(unknown), 'passkeys.remove providers.remove providers.testSignIn providers.disconnect'),
  ...rows(missing, only({ ...unknown, ...noBody }), 'providers.begin providers.confirm'),
  ...rows(() => 'declined', only({ body: { signed } }), 'passkeys.signIn passkeys.confirm signing.passkey'),
};
