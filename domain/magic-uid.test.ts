import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base32, isMagicMeetingUid, magicKind, magicUid, parseMagicUid } from './magic-uid.ts';

const secret = 'abcdefghijklmnopqrstuvwxyz';

describe('magic uids', () => {
  test('S3.16 a uid starting with a means an announcement, otherwise a meeting', () => {
    expect(magicKind(`a${secret}`)).toBe('announcement');
    expect(magicKind(`m-b${secret}`)).toBe('meeting');
    expect(magicKind('42')).toBe('meeting');
  });

  test('S9.24 magic meeting ids begin with m-b', () => {
    expect(magicUid('meeting', secret)).toBe(`m-b${secret}`);
    expect(isMagicMeetingUid(`m-b${secret}`)).toBe(true);
    expect(isMagicMeetingUid('42')).toBe(false);
    expect(isMagicMeetingUid(`a${secret}`)).toBe(false);
  });

  test('a uid is taken apart as it was put together', () => {
    const kinds = fc.constantFrom('meeting' as const, 'announcement' as const);
    const secrets = fc.uint8Array({ minLength: 17, maxLength: 32 }).map(base32);
    fc.assert(
      fc.property(kinds, secrets, (kind, text) => {
        expect(parseMagicUid(magicUid(kind, text))).toEqual({ kind, secret: text });
      }),
    );
  });

  test.each([
    '',
    'a',
    'm-b',
    'm-babc',
    secret.replace('a', 'm'),
    `m-b${secret.toUpperCase()}`,
    `m-b${secret}1`,
    `m-b${secret}/x`,
    `m-b${secret}\n`,
    `m-b${'a'.repeat(53)}`,
    `x${secret}`,
  ])('%j is none', (uid) => expect(parseMagicUid(uid)).toBeNull());
});

test('base32 is that of RFC 4648, section 10, in lower case without padding', () => {
  const encode = (text: string): string => base32(new TextEncoder().encode(text));
  expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map(encode)).toEqual([
    '',
    'my',
    'mzxq',
    'mzxw6',
    'mzxw6yq',
    'mzxw6ytb',
    'mzxw6ytboi',
  ]);
});
