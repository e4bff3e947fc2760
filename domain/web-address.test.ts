import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress, publicWebAddress, urlError, withHttps } from './web-address.ts';

const message = 'This field must be in url format';

describe('URL validation', () => {
  test.each([
    'https://example.org',
    'http://example.org:8080/a?b=c#d',
    ' https://meet.example.org/x ',
    'https://bücher.example',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('accepts %s', (address) => expect(urlError(address)).toBeNull());
  test('accepts an empty address', () => expect(urlError(' ')).toBeNull());
  const invalid = `
    meet.harbourstreet example.org //example.org https:/example.org https:example.org ftp://example.org
    javascript:alert(1) data:text/html,x https://example.org\\@evil.org https://user:secret@example.org
    https://example.org@127.0.0.1 https:// https://.. https://intranet/ https://example.org/${'a'.repeat(2100)}
  `;
  const spaced = ['java\tscript:alert(1)', 'https://exa mple.org', 'https://example.org/\nx'];
  test.each([...invalid.trim().split(/\s+/), ...spaced])('rejects %j', (address) =>
    expect(urlError(address)).toBe(message),
  );
});

describe('URLs with private addresses', () => {
  const hosts = `
    127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.0.1. 127%2e0.0.1 127。0。0。1
    １２７.0.0.1 0 0.0.0.0 10.1.2.3 10.0 172.16.0.1 172.31.255.255 192.168.0.1 192.168.257 3232235777 0xc0a80101
    169.254.169.254 0xa9fea9fe 100.64.0.1 100.127.255.255 198.18.0.1 224.0.0.1 255.255.255.255 192.0.2.1 [::1] [::]
    [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::ffff:10.0.0.1] [64:ff9b::7f00:1] [fc00::1]
    [fd12:3456::1] [fe80::1] [fec0::1] [ff02::1] [2002:7f00:1::] [2002:c0a8:101::1] [2001:db8::1] [2001::1] localhost
    LOCALHOST localhost. a.localhost printer.local db.internal metadata.google.internal router.home.arpa nas.lan ⓛocalhost
  `;
  test.each(hosts.trim().split(/\s+/))('are rejected, such as %s', (host) =>
    expect([host, urlError(`http://${host}/x`)]).toEqual([host, message]),
  );

  const privateAddress = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), fc.nat(255), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
  );

  test('are rejected in every notation of the address', () => {
    fc.assert(
      fc.property(privateAddress, ([a, b, c, d]) => {
        const whole = ((a * 256 + b) * 256 + c) * 256 + d;
        const hex = (value: number): string => value.toString(16);
        const spellings = [
          `${a}.${b}.${c}.${d}`,
          `${a}.${b}.${c * 256 + d}`,
          `${a}.${(b * 256 + c) * 256 + d}`,
          `${whole}`,
          `0x${hex(whole)}`,
          `0${whole.toString(8)}`,
          `0x${hex(a)}.0${b.toString(8)}.${c}.0x${hex(d)}`,
          `[::ffff:${a}.${b}.${c}.${d}]`,
          `[::ffff:${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
          `[2002:${hex(a * 256 + b)}:${hex(c * 256 + d)}::1]`,
        ];
        for (const host of spellings) expect([host, publicWebAddress(`https://${host}/`)]).toEqual([host, null]);
      }),
    );
  });

  const neighbours = `
    9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0
    169.253.255.255 169.255.0.0 126.255.255.255 128.0.0.0 223.255.255.255
  `;
  test.each(neighbours.trim().split(/\s+/))('do not include the neighbouring public address %s', (host) =>
    expect(urlError(`https://${host}/`)).toBeNull(),
  );
});

const notPublic = `
  0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.8.8.8 169.254.169.254 172.16.0.1 192.168.1.1 192.0.0.8 198.18.0.1 224.0.0.1
  240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001::1
  fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 100::1 ::ffff:1.1.1.1 2002:101:101::
`;
test.each(notPublic.trim().split(/\s+/))('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['1.1.1.1', '203.0.114.1', '2606:4700::1111'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test('an accepted URL uses http or https, and its normalised form is accepted too', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl(),
        fc.string(),
        fc.string().map((text) => `https://${text}`),
      ),
      (text) => {
        const address = publicWebAddress(text);
        if (address === null) return true;
        return /^https?:\/\//.test(address) && publicWebAddress(address) === address;
      },
    ),
  );
});

test('a link without a scheme gets https, and other text is unchanged', () => {
  expect(withHttps(' teams.microsoft.com/l/meetup-join/19 ')).toBe('https://teams.microsoft.com/l/meetup-join/19');
  expect(withHttps('zoom.us')).toBe('https://zoom.us');
  for (const link of ['', 'https://zoom.us/j/1', 'javascript:alert(1)', 'Room 5', 'localhost/x', 'mailto:a@b.org']) {
    expect(withHttps(link)).toBe(link);
  }
});
