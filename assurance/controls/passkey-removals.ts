import type { Removal } from './removal.ts';

const tests = 'server/features/access/passkeys/passkeys.test.ts';
const migration = 'server/db/migrations/0040-access.sql';
const webauthn = 'server/integrations/webauthn/webauthn.ts';
const signingIn = 'server/features/access/passkeys/signing-in/commands.ts';
const lifetime = 'a signature is accepted once, for five minutes, from the browser that asked';

export const passkeyRemovals: readonly Removal[] = [
  {
    requirement: '6.3.4',
    control: 'the browser that a challenge was given to',
    file: migration,
    search: ' and c.browser_hash = browser and c.purpose',
    replacement: ' and c.purpose',
    test: [tests, lifetime],
  },
  {
    requirement: '6.3.4',
    control: 'the purpose of a challenge',
    file: migration,
    search: ' and c.purpose = for_purpose and c.expires_at',
    replacement: ' and c.expires_at',
    test: [tests, 'a challenge for one purpose is none for another'],
  },
  {
    requirement: '6.3.4',
    control: 'the five minutes of a challenge',
    file: migration,
    search: ' = for_purpose and c.expires_at > seen_at;',
    replacement: ' = for_purpose;',
    test: [tests, lifetime],
  },
  {
    requirement: '6.3.4',
    control: 'the origin at which a passkey signs',
    file: webauthn,
    search: 'expectedOrigin: [...rp.origins],\n      expectedRPID: rp.id,\n      credential',
    replacement:
      "expectedOrigin: [(await readClientData(given.client_data))?.origin ?? ''],\n      expectedRPID: rp.id,\n      credential",
    test: [tests, '%s is refused'],
  },
  {
    requirement: '6.3.4',
    control: 'the verification of the user by the authenticator',
    file: webauthn,
    search: 'requireUserVerification: true,\n    });\n    if (!verified) return null;',
    replacement: 'requireUserVerification: false,\n    });\n    if (!verified) return null;',
    test: [tests, '%s is refused'],
  },
  {
    requirement: '6.3.4',
    control: 'whose passkey it must be after the password',
    file: signingIn,
    search: 'return isNamed && (userId === null || userId === found.user_id);',
    replacement: 'return isNamed;',
    test: [tests, 'another user’s passkey is refused'],
  },
  {
    requirement: '6.3.4',
    control: 'the counter that only rises',
    file: signingIn,
    search: 'if (counts && counter <= before.counter) {',
    replacement: 'if (counts && counter < 0) {',
    test: [tests, 'a counter that fell is refused, logged, and reported to its owner'],
  },
  {
    requirement: '6.3.4',
    control: 'the number of passkeys',
    file: 'server/features/access/passkeys/commands.ts',
    search: '  refuseAnother((await listPasskeys(scope)).length);\n',
    replacement: '',
    test: [tests, 'twenty are kept, and no more'],
  },
];
