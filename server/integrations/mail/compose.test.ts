import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { compose } from './compose.ts';
import type { MailMessage } from './message.ts';

const message: MailMessage = {
  messageId: '<1@boards.example>',
  to: { name: 'Sunita', address: 'sunita@example.org' },
  from: { name: 'Board', address: 'board@boards.example' },
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
};
const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

async function sent(changes: Partial<MailMessage>) {
  const { message: bytes, envelope } = await mailer.sendMail(compose({ ...message, ...changes }));
  return { email: await PostalMime.parse(bytes as Buffer), envelope };
}
const otherHeaders = ({ headers }: Email) => headers.flatMap(({ key }) => (key === 'subject' ? [] : key)).sort();

describe('typed text in mail headers', () => {
  const attack = 'Hello\r\nBcc: thief@example.net\r\n\r\n<script>';

  test('has its line breaks replaced by spaces', async () => {
    const { email, envelope } = await sent({
      subject: attack,
      to: { name: attack, address: 'sunita@example.org' },
      from: { name: 'Board\nBcc: thief@example.net', address: 'board@boards.example' },
    });
    expect(email.bcc).toBeUndefined();
    expect(email.subject).toBe('Hello Bcc: thief@example.net <script>');
    expect(email.to).toEqual([{ name: 'Hello Bcc: thief@example.net <script>', address: 'sunita@example.org' }]);
    expect(envelope).toEqual({ from: 'board@boards.example', to: ['sunita@example.org'] });
  });

  test('never changes other headers or the recipient', async () => {
    const usual = otherHeaders((await sent({})).email);
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.array(fc.constantFrom(...'\r\n\u2028\0:,;<>"@ ', 'Bcc', '=?utf-8?B?QmNj?=')).map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(typed, typed, async (subject, name) => {
        const { email, envelope } = await sent({ subject, to: { name, address: 'sunita@example.org' } });
        expect(otherHeaders(email)).toEqual(usual);
        expect(envelope.to).toEqual(['sunita@example.org']);
        expect(email.to?.map(({ address }) => address)).toEqual(['sunita@example.org']);
      }),
      { numRuns: 150, seed: 20261119 },
    );
  });

  test.each([
    ['two addresses', { to: { name: '', address: 'a@example.org, b@example.org' } }],
    ['a line end in an address', { to: { name: '', address: 'a@example.org\r\nBcc: b@example.org' } }],
    ['a bracket in an address', { from: { name: '', address: 'a@example.org> SIZE=1' } }],
    ['no address', { to: { name: 'Nobody', address: '' } }],
    ['a malformed Message-ID', { messageId: '<1@x>\r\nBcc: b@example.org' }],
    ['a malformed thread', { thread: '<1@x> <2@x>' }],
    ['a header that changes the recipient', { headers: { bcc: 'b@example.org' } }],
    ['a header name with a line end', { headers: { 'X-A\r\nBcc': 'b@example.org' } }],
    ['a header value with a line end', { headers: { 'X-A': '1\nBcc: b@example.org' } }],
    ['a type with a line end', { attachments: [{ filename: 'a', content: '', contentType: 'text/plain\r\nX-A: 1' }] }],
  ] satisfies [string, Partial<MailMessage>][])('is rejected permanently: %s', (_name, changes) => {
    expect(() => compose({ ...message, ...changes })).toThrow(expect.objectContaining({ failure: 'permanent' }));
  });
});

test('text direction characters are removed from a subject, and its length is limited to 250 characters', async () => {
  const { email } = await sent({ subject: `\u202Egnp.exe 👩‍👩‍👧 ${'x'.repeat(10_000)}` });
  expect(email.subject).toMatch(/^gnp\.exe 👩‍👩‍👧 x+…$/u);
  expect([...(email.subject ?? '')]).toHaveLength(250);
});
