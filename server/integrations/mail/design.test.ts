import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrastRatio } from '#domain/board-settings.ts';
import { agendaLinesMax, type MailBlock } from './blocks.ts';
import { boardColors, dark, light } from './colors.ts';
import { type MailBoard, renderMail } from './design.ts';

const board: MailBoard = {
  title: 'Harbour Street Housing Trust',
  primaryColor: '#124e52',
  logoUrl: null,
  initial: 'H',
  baseUrl: 'https://harbour.boards.example',
};

function everything(words: string, href = 'https://example.org/a'): Parameters<typeof renderMail>[0] {
  const tones = ['primary', 'secondary'] as const;
  const blocks: MailBlock[] = [
    { kind: 'paragraph', text: [words, { text: words, href }, { text: words, weight: 'strong', style: 'emphasis' }] },
    { kind: 'heading', text: words },
    { kind: 'list', start: 1, items: [words] },
    { kind: 'facts', rows: [{ label: words, value: words }] },
    { kind: 'buttons', label: words, buttons: tones.map((tone) => ({ label: words, href, tone })) },
    { kind: 'agenda', lines: [{ number: words, title: words, time: words, presenter: words, minutes: 5 }] },
    { kind: 'note', text: words },
    { kind: 'quote', text: words },
  ];
  const named = { ...board, title: words, initial: words };
  return { appName: words, board: named, preheader: words, heading: words, blocks, footer: [words] };
}

const markup = (html: string) =>
  (html.replace(/aria-label="[^"<>]*"/, '').match(/<[^>]*>/g) ?? []).filter((tag) => tag !== '<br>').join('\n');

describe('typed text in mail', () => {
  test.each([
    ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)></td></table><!-- -->'],
    ['quotes', `"'\`" onmouseover="alert(1)" x='`],
    ['comments and sections for Outlook', '<!--[if mso]><p><![endif]--> ]]> <mj-raw>'],
    ['entities', '&lt;b&gt; &#60;b&#62; &amp;'],
    ['template marks', '{{x}} @@0@@ @@99@@ [[y]] $& $1 </mj-text>'],
    ['direction marks', '\u202Eevil\u2066\u2067 שלום'],
    ['emoji', '👩‍👩‍👧 🏳️‍🌈'],
    ['control characters and lone surrogates', '\0\u0007\x1b[31m\ud800'],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('has no effect as markup if it contains %s', async (_name, words) => {
    const [usual, attacked] = await Promise.all([renderMail(everything('words')), renderMail(everything(words))]);
    expect(markup(attacked.html)).toBe(markup(usual.html));
    for (const character of ['\0', '\u0007', '\x1b', '\u202e', '\u2066', '\u2067']) {
      expect(attacked.html + attacked.text).not.toContain(character);
    }
    expect((attacked.html + attacked.text).isWellFormed()).toBe(true);
  });

  test('is never interpreted as markup, whatever characters it contains', async () => {
    const usual = markup((await renderMail(everything('words'))).html);
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('<', '>', '"', "'", '&', '@@', '1', '-->', '\n', 'a', '{{', '</td>'))
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(typed, async (words) => {
        expect(markup((await renderMail(everything(words))).html)).toBe(usual);
      }),
      { numRuns: 200, seed: 20261119 },
    );
  });

  test('appears as it was typed', async () => {
    const { html, text } = await renderMail(everything('Fish & "chips" <b> l\'été'));
    expect(html).toContain('Fish &amp; &quot;chips&quot; &lt;b&gt; l&#39;été');
    expect(text).toContain('Fish & "chips" <b> l\'été');
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'JAVA\tSCRIPT:alert(1)',
    'vbscript:x',
    'file:///etc/passwd',
    '/home',
    '',
  ])('cannot link to %j, and a button with this link is omitted', async (href) => {
    const { html, text } = await renderMail(everything('words', href));
    const addresses = [...html.matchAll(/ href="([^"]*)"/g)].map(([, address]) => address);
    expect(new Set(addresses)).toEqual(new Set(['https://harbour.boards.example/']));
    expect(text).not.toMatch(/script:|data:|file:/i);
  });

  test('cannot break out of the href attribute of a link', async () => {
    const { html } = await renderMail(everything('words', 'https://example.org/"><script>?a=1&b=\'2'));
    expect(html).not.toContain('<script');
    expect(html).toContain('href="https://example.org/%22%3E%3Cscript%3E?a=1&amp;b=%272"');
  });
});

const line = { time: '9:30 AM', number: '2.1', title: 'Welcome', presenter: 'Elena', minutes: 25 };

describe('the HTML and the plain text of an email', () => {
  test('contain the same words and addresses', async () => {
    const texts =
      'Ruth invites,paper,Agenda,first thing,Date,Thursday,Attend?,Going remote,9:30 AM,2.1,Welcome,Elena,25 min';
    const more = ['alone', 'Read it', 'Because', 'November', board.title];
    const links = ['https://example.org/paper', 'https://example.org/r'];
    const others = ['webcal://example.org/feed', 'mailto:help@example.org'];
    const help = { label: 'Help', value: [{ text: 'Ask', href: 'mailto:help@example.org' }] };
    const button = { label: 'Going remote', href: 'https://example.org/r', tone: 'primary' } as const;
    const { html, text } = await renderMail({
      appName: 'Dais',
      board,
      preheader: '',
      heading: 'November',
      blocks: [
        {
          kind: 'paragraph',
          text: ['Ruth invites you to read the ', { text: 'paper', href: 'https://example.org/paper' }],
        },
        { kind: 'heading', text: 'Agenda' },
        {
          kind: 'list',
          start: null,
          items: [['first thing'], [{ text: 'feed', href: 'webcal://example.org/feed' }]],
        },
        { kind: 'facts', rows: [{ label: 'Date', value: 'Thursday' }, help] },
        { kind: 'buttons', label: 'Attend?', buttons: [button] },
        { kind: 'agenda', lines: [line] },
        { kind: 'note', text: 'Yours alone' },
        { kind: 'quote', text: 'Read it' },
      ],
      footer: ['Because you are a member'],
    });
    for (const words of [...texts.split(','), ...more, ...links, ...others]) {
      expect(html).toContain(words);
      expect(text).toContain(words);
    }
    expect(text).not.toContain('<');
  });

  test('shorten a long agenda and state how many items are missing', async () => {
    const long = { ...line, title: 'A title of some length for the item', presenter: 'Elena Kowalczyk' };
    const { html, text } = await renderMail({
      ...everything('words'),
      blocks: [{ kind: 'agenda', lines: Array.from({ length: agendaLinesMax + 3 }, () => long) }],
    });
    expect(html).toContain('and 3 more items in the meeting');
    expect(text).toContain('and 3 more items in the meeting');
    expect(Buffer.byteLength(html)).toBeLessThan(90_000);
  });
});

describe('a rendered email', () => {
  const picture = /<img[^>]*src="([^"]*)"/g;

  test('shows an initial in the board’s colour if the board has no logo', async () => {
    const { html } = await renderMail(everything('words'));
    expect(html).toContain('background-color:#124e52');
    expect(html).not.toMatch(/<img|<link|@import|url\(/);
  });

  test('contains no picture except the board’s logo', async () => {
    for (const logoUrl of ['/logos/1.png', 'https://harbour.boards.example/logos/1.png']) {
      const { html } = await renderMail({ ...everything('words'), board: { ...board, logoUrl } });
      expect([...html.matchAll(picture)].map(([, address]) => address)).toEqual([
        'https://harbour.boards.example/logos/1.png',
      ]);
    }
    const { html } = await renderMail({ ...everything('words'), board: { ...board, logoUrl: 'javascript:alert(1)' } });
    expect(html).not.toMatch(picture);
  });

  test('shows the product’s name if it belongs to no board', async () => {
    const { html, text } = await renderMail({ ...everything('words'), appName: 'Dais', board: null });
    expect(html).toContain('>Dais</td>');
    expect(text.startsWith('Dais\n')).toBe(true);
  });

  test('is readable with any board colour on light and dark backgrounds', () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(color, (primary) => {
        const { light: onLight, dark: onDark } = boardColors(primary);
        expect(contrastRatio(onLight.fill, onLight.onFill)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(onDark.fill, onDark.onFill)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(onLight.ink, light.surface)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(onLight.ink, light.paperDeep)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(onDark.ink, dark.paperDeep)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(onLight.edge, light.surface)).toBeGreaterThanOrEqual(3);
        expect(contrastRatio(onDark.edge, dark.surface)).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 500, seed: 20261119 },
    );
  });

  test('ignores an invalid colour', async () => {
    const { html } = await renderMail({
      ...everything('words'),
      board: { ...board, primaryColor: 'red;background:url(//x)' },
    });
    expect(html).not.toContain('url(');
    expect(html).toContain('background-color:#124e52');
  });
});
