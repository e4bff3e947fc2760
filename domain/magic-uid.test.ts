import { describe, expect, test } from 'vitest';
import { base32, isMagicMeetingUid, magicKind, magicUid } from './magic-uid.ts';

const secret = 'abcdefghijklmnopqrstuvwxyz';

describe('the uid of a shared link', () => {
  test('refers to an announcement if it begins with “a”, and otherwise to a meeting', () => {
    expect(magicKind(`a${secret}`)).toBe('announcement');
    expect(magicKind(`m-b${secret}`)).toBe('meeting');
    expect(magicKind('42')).toBe('meeting');
  });

  test('begins with “m-b” for a meeting', () => {
    expect(magicUid('meeting', secret)).toBe(`m-b${secret}`);
    expect(isMagicMeetingUid(`m-b${secret}`)).toBe(true);
    expect(isMagicMeetingUid('42')).toBe(false);
    expect(isMagicMeetingUid(`a${secret}`)).toBe(false);
  });
});

test('base32 encoding follows section 10 of RFC 4648, in lower case without padding', () => {
  const encode = (text: string): string => base32(new TextEncoder().encode(text));
  const encoded = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map(encode);
  expect(encoded).toEqual(['', 'my', 'mzxq', 'mzxw6', 'mzxw6yq', 'mzxw6ytb', 'mzxw6ytboi']);
});
