export type MagicKind = 'meeting' | 'announcement' | 'action-item' | 'paper';

const prefixByKind: Readonly<Record<MagicKind, string>> = {
  meeting: 'm-b',
  announcement: 'a',
  'action-item': 't-',
  paper: 'r-',
};

/** RFC 4648, section 6, in lower case and without padding. */
const base32Alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

export function magicKind(uid: string): MagicKind {
  if (uid.startsWith(prefixByKind['action-item'])) return 'action-item';
  return uid.startsWith('a') ? 'announcement' : 'meeting';
}

export function isMagicMeetingUid(uid: string): boolean {
  return uid.startsWith(prefixByKind.meeting);
}

export function magicUid(kind: MagicKind, secret: string): string {
  return prefixByKind[kind] + secret;
}

export function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += base32Alphabet[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + base32Alphabet[(held << (5 - bits)) & 31];
}

/** Must equal the number in the SQL functions `gate.find_magic_link` and `find_action_link`. */
export const magicLinkDays = 30;

export const magicLinkEnd = (after: Date): Date => new Date(after.getTime() + magicLinkDays * 86_400_000);
